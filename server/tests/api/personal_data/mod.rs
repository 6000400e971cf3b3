//! Personal data: own data as a file, requests with deadlines, and the register of breaches.

mod breaches;
mod own_data;
mod requests;
