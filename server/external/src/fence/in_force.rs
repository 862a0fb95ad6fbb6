//! The parts of the fence that the kernel could put up.

use std::fmt;

/// First word of the line that a fence writes before the engine begins.
const KEYWORD: &str = "FENCE";

/// The parts of a fence that are in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each part is there or missing by itself"
)]
pub struct InForce {
    /// Version of Landlock's interface, which keeps files, TCP (4) and signals (6) from the engine; 0 where there is
    /// none.
    pub landlock: u32,
    /// Namespaces of its own for users, network and messages, and with them a bound on its processes.
    pub namespaces: bool,
    /// A namespace of its own for processes, so that all that it started end with it.
    pub processes: bool,
    /// No sockets, by a filter of system calls: those of files, which lead to the services of the desktop, too.
    pub sockets: bool,
    /// Limits of its files and processes.
    pub limits: bool,
}

impl InForce {
    /// Returns true if the engine reads and writes only the files that it may.
    pub fn keeps_files(&self) -> bool {
        self.landlock > 0
    }

    /// Returns true if the engine reaches no network.
    pub fn keeps_network(&self) -> bool {
        self.namespaces || self.sockets
    }

    /// Returns the parts that are missing, in words; none where the fence is whole.
    pub fn missing(&self) -> Option<String> {
        let mut missing = Vec::new();
        match self.landlock {
            0 => missing.push("it may read and write files (no Landlock)"),
            1 | 2 => missing.push("it may empty files (Landlock before 3)"),
            _ => {}
        }
        match (self.keeps_network(), self.landlock) {
            (true, _) => {}
            (false, 0..4) => missing.push("it may use the network (no namespace, no filter)"),
            (false, _) => {
                missing.push("it may use the network but for TCP (no namespace, no filter)");
            }
        }
        if !self.sockets && self.landlock < 9 {
            missing.push("it may use services of this machine (no filter of system calls)");
        }
        if self.landlock < 6 {
            missing.push("it may end programs of the same person (Landlock before 6)");
        }
        if !self.namespaces {
            missing.push("its processes are not counted (no namespace)");
        }
        if !self.processes {
            missing.push("what it starts may outlive it (no namespace of processes)");
        }
        if !self.limits {
            missing.push("its files have no limits");
        }
        (!missing.is_empty()).then(|| missing.join(", "))
    }

    /// The line that says it to the program that started the fence.
    #[cfg(any(target_os = "linux", test))]
    pub(super) fn to_line(self) -> String {
        let [namespaces, processes, sockets, limits] =
            [self.namespaces, self.processes, self.sockets, self.limits].map(u8::from);
        format!(
            "{KEYWORD} {} {namespaces} {processes} {sockets} {limits}",
            self.landlock
        )
    }

    /// Reads the line; none where it is another.
    pub(super) fn from_line(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let is_fence = words.next() == Some(KEYWORD);
        let landlock = words.next()?.parse().ok()?;
        let mut flag = || match words.next()? {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        };
        let read = Self {
            landlock,
            namespaces: flag()?,
            processes: flag()?,
            sockets: flag()?,
            limits: flag()?,
        };
        (is_fence && words.next().is_none()).then_some(read)
    }
}

/// In words, for the log.
impl fmt::Display for InForce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let landlock = format!("Landlock {}", self.landlock);
        if self.landlock > 0 {
            parts.push(landlock.as_str());
        }
        for (is_there, part) in [
            (self.namespaces, "namespaces"),
            (self.processes, "own processes"),
            (self.sockets, "no sockets"),
            (self.limits, "limits"),
        ] {
            if is_there {
                parts.push(part);
            }
        }
        f.write_str(if parts.is_empty() { "nothing" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: InForce = InForce {
        landlock: 7,
        namespaces: true,
        processes: true,
        sockets: true,
        limits: true,
    };

    #[test]
    fn the_line_of_a_fence_reads_back_and_another_line_is_none() {
        for landlock in [0, 7, 12] {
            for flags in 0..16 {
                let in_force = InForce {
                    landlock,
                    namespaces: flags & 1 > 0,
                    sockets: flags & 2 > 0,
                    limits: flags & 4 > 0,
                    processes: flags & 8 > 0,
                };
                let line = in_force.to_line();
                assert_eq!(InForce::from_line(&line), Some(in_force), "{line}");
            }
        }
        for line in [
            "",
            "FENCE",
            "FENCE 7 1 1 1",
            "FENCE 7 1 1 1 2",
            "FENCE 7 1 1 1 1 1",
            "OK 7 1 1 1 1",
        ] {
            assert_eq!(InForce::from_line(line), None, "{line}");
        }
    }

    #[test]
    fn what_an_old_or_strict_kernel_lacks_is_said() {
        type Lacks = fn(&mut InForce);

        assert_eq!(WHOLE.missing(), None);
        assert_eq!(
            WHOLE.to_string(),
            "Landlock 7, namespaces, own processes, no sockets, limits"
        );
        let lacking: [(Lacks, &str); 8] = [
            (|fence| fence.landlock = 0, "read and write files"),
            (|fence| fence.landlock = 2, "empty files"),
            (|fence| fence.landlock = 5, "end programs"),
            (|fence| fence.sockets = false, "services"),
            (|fence| fence.namespaces = false, "are not counted"),
            (|fence| fence.processes = false, "may outlive it"),
            (|fence| fence.limits = false, "limits"),
            (
                |fence| (fence.namespaces, fence.sockets) = (false, false),
                "but for TCP",
            ),
        ];
        for (lacks, expected) in lacking {
            let mut in_force = WHOLE;
            lacks(&mut in_force);
            let missing = in_force.missing().unwrap();
            assert!(missing.contains(expected), "{in_force:?}: {missing}");
            assert_ne!(in_force.to_string(), WHOLE.to_string());
        }
    }
}
