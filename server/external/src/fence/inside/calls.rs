//! The filter of system calls: no socket that leads elsewhere, no keys of the kernel, no memory beside the limit of it.

use std::collections::BTreeMap;
use std::error::Error;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

/// Bit of the second set of system calls of `x86_64`, whose numbers are the same.
const X32: i64 = 0x4000_0000;

/// Has the kernel refuse sockets, also those of files, where the services of the machine and the desktop listen; what
/// could make them in another way; the keys that the kernel keeps for the person; and files of memory and shared
/// memory, which the limit of data does not count. Programs of another architecture, as of 32 bits, are ended.
pub(super) fn filter() -> Result<(), Box<dyn Error>> {
    // A pair of sockets for datagrams could be connected to another socket; one for a stream has its other end.
    let kinds = [libc::SOCK_DGRAM, libc::SOCK_RAW];
    let pairs = kinds.map(|kind| {
        let kind_is = SeccompCondition::new(
            1,
            SeccompCmpArgLen::Dword,
            SeccompCmpOp::MaskedEq(0xf),
            kind as u64,
        );
        SeccompRule::new(vec![kind_is?])
    });
    let pairs = pairs.into_iter().collect::<Result<Vec<_>, _>>()?;
    let calls = [
        (libc::SYS_socket, Vec::new()),
        (libc::SYS_socketpair, pairs),
        (libc::SYS_io_uring_setup, Vec::new()),
        (libc::SYS_add_key, Vec::new()),
        (libc::SYS_request_key, Vec::new()),
        (libc::SYS_keyctl, Vec::new()),
        (libc::SYS_memfd_create, Vec::new()),
        (libc::SYS_shmget, Vec::new()),
    ];
    let mut rules = BTreeMap::new();
    for (call, conditions) in calls {
        if cfg!(target_arch = "x86_64") {
            rules.insert(call | X32, conditions.clone());
        }
        rules.insert(call, conditions);
    }
    let filter = SeccompFilter::new(
        rules,
        SeccompAction::Allow,
        SeccompAction::Errno(libc::EACCES as u32),
        std::env::consts::ARCH.try_into()?,
    )?;
    seccompiler::apply_filter(&BpfProgram::try_from(filter)?)?;
    Ok(())
}
