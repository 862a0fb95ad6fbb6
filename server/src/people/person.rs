//! A person, as far as the server can tell one from another: the unit by which people take turns.

use std::net::{IpAddr, Ipv6Addr};

/// A person who may have any number of connections and rooms.
///
/// Whoever shows a key is not told apart by it: a key costs nothing, and limits and turns that counted keys would be
/// none for who makes a thousand of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Person {
    /// Nobody in particular: the server itself, and all who opened rooms before it was started.
    #[default]
    Unknown,
    /// Whoever is at this address, of which an IPv6 one has its first 64 bits: a household has the rest for itself.
    /// A link-local one is whole, since all machines of a network have the same 64 bits there.
    Address(IpAddr),
}

impl Person {
    /// Returns the person at an address.
    pub(crate) fn at(address: IpAddr) -> Self {
        Self::Address(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) if address.is_unicast_link_local() => IpAddr::V6(address),
            IpAddr::V6(address) => {
                let network = u128::from(address) >> 64 << 64;
                IpAddr::V6(Ipv6Addr::from(network))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_person_and_so_is_a_network_of_ipv6() {
        let person = |text: &str| Person::at(text.parse().unwrap());
        for (one, other, same) in [
            ("192.0.2.1", "192.0.2.1", true),
            ("192.0.2.1", "192.0.2.2", false),
            ("192.0.2.1", "::ffff:192.0.2.1", true),
            ("2001:db8:1:2::3", "2001:db8:1:2:ffff::", true),
            ("2001:db8:1:2::3", "2001:db8:1:3::3", false),
            ("fe80::1", "fe80::2", false),
        ] {
            assert_eq!(person(one) == person(other), same, "{one} {other}");
        }
        assert_ne!(person("192.0.2.1"), Person::Unknown);
    }
}
