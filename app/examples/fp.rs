use app::{
    formats::FRONT_DESK,
    markdown::{Glance, Outline},
    scan,
    text::Text,
};
use std::{collections::BTreeMap, env, fs, hint::black_box, path::PathBuf, time::Instant};
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
    let mut m: BTreeMap<&str, (u32, u32, u128, u128, u128, u128)> = BTreeMap::new();
    let mut outl = (0, 0, 0u128);
    for f in files {
        let t = Text::from_bytes(&fs::read(&f).unwrap());
        let cands = scan::explain(&t);
        let mut any = false;
        let o = Outline::of(&t);
        for r in FRONT_DESK.iter() {
            let g = Glance::of(&t);
            let s = Instant::now();
            let b = (r.may_be_in)(&g);
            let may = s.elapsed().as_nanos();
            let e = m.entry(r.spec.slug).or_default();
            e.4 += may;
            if b {
                any = true;
                e.0 += 1;
                let mut best = u128::MAX;
                for _ in 0..5 {
                    let o = Outline::of(&t);
                    let s = Instant::now();
                    black_box((r.recognize)(&t, &o));
                    best = best.min(s.elapsed().as_nanos());
                }
                e.2 += best;
                if cands.iter().any(|c| c.room.spec.slug == r.spec.slug) {
                    e.1 += 1;
                } else {
                    e.3 += best
                }
            }
        }
        if any {
            outl.0 += 1;
            let mut best = u128::MAX;
            for _ in 0..5 {
                let s = Instant::now();
                black_box(Outline::of(&t));
                best = best.min(s.elapsed().as_nanos());
            }
            if cands.is_empty() {
                outl.1 += 1;
                outl.2 += best
            }
        }
        drop(o);
    }
    for (k, v) in &m {
        println!(
            "{k:28} may {:4} has {:4} recognize {:7}us of which vain {:6}us  may_be_in {:6}us",
            v.0,
            v.1,
            v.2 / 1000,
            v.3 / 1000,
            v.4 / 1000
        );
    }
    println!("outlines {} in vain {} costing {}us", outl.0, outl.1, outl.2 / 1000);
}
