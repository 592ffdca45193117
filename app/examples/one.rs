use app::{scan, text::Text};
use mimalloc::MiMalloc;
use std::{env, fs, hint::black_box};
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;
fn main() {
    let n: usize = env::args().nth(1).unwrap().parse().unwrap();
    let ts: Vec<Text> = env::args().skip(2).map(|f| Text::from_bytes(&fs::read(f).unwrap())).collect();
    for _ in 0..n {
        for t in &ts {
            black_box(scan::read(t));
        }
    }
}
