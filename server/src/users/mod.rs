//! The users whom staff look after.

use crate::endpoint::Mount;

pub fn mount(mount: Mount) -> Mount {
    mount
}
