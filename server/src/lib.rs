pub mod fpx;
