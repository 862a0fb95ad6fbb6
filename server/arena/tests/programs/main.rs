//! The programs as people and managers run them: processes.

mod contest;
mod gomocup;
