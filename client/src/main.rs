//! The `enlinea` program.

fn main() {}
