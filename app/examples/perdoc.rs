use app::{
    markdown::{Glance, Outline},
    scan,
    text::Text,
};
use mimalloc::MiMalloc;
use pulldown_cmark::{Options, Parser};
use std::hint::black_box;
use std::{env, fs, path::PathBuf, time::Instant};
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;
fn best(mut f: impl FnMut()) -> u128 {
    let mut b = u128::MAX;
    for _ in 0..15 {
        let s = Instant::now();
        f();
        b = b.min(s.elapsed().as_nanos());
    }
    b
}
fn main() {
    let mut files: Vec<PathBuf> = vec![];
    let mut stack = vec![PathBuf::from(env::args().nth(1).unwrap())];
    while let Some(d) = stack.pop() {
        for e in fs::read_dir(d).unwrap().flatten() {
            let p = e.path();
            if p.is_dir() { stack.push(p) } else { files.push(p) }
        }
    }
    files.sort();
    for f in files {
        let t = Text::from_bytes(&fs::read(&f).unwrap());
        let opts = Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_STRIKETHROUGH;
        let b = best(|| {
            for e in Parser::new_ext(t.source(), opts) {
                black_box(e);
            }
        });
        let g = best(|| {
            black_box(Glance::of(&t));
        });
        let o = best(|| {
            black_box(Outline::of(&t));
        });
        let x = best(|| {
            black_box(scan::explain(&t));
        });
        let r = best(|| {
            black_box(scan::read(&t));
        });
        let n = scan::read(&t);
        let mut ids: Vec<_> = n.iter().map(|p| format!("{}", p.spec.slug)).collect();
        ids.dedup();
        println!(
            "{}\t{}\t{b}\t{g}\t{o}\t{x}\t{r}\t{}\t{}",
            f.file_name().unwrap().to_string_lossy(),
            t.source().len(),
            n.len(),
            ids.join(",")
        );
    }
}
