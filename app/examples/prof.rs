use app::diagnostic::Sink;
use app::format::Block;
use app::formats::FRONT_DESK;
use app::markdown::{Glance, Outline};
use app::scan;
use app::text::Text;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;
fn files_in(f: &Path, out: &mut Vec<PathBuf>) {
    let mut es: Vec<_> = fs::read_dir(f).unwrap().flatten().map(|e| e.path()).collect();
    es.sort();
    for p in es {
        if p.is_dir() { files_in(&p, out) } else { out.push(p) }
    }
}
fn time<R>(n: u32, mut f: impl FnMut() -> R) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..n {
        let t = Instant::now();
        black_box(f());
        best = best.min(t.elapsed().as_secs_f64());
    }
    best * 1e6
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let root = Path::new(&a[2]);
    let mut fs_ = Vec::new();
    if root.is_dir() {
        files_in(root, &mut fs_)
    } else {
        fs_.push(root.to_owned())
    }
    fs_.retain(|f| f.extension().is_some_and(|e| e != "snap"));
    let texts: Vec<(String, Text)> = fs_
        .iter()
        .map(|p| {
            (p.strip_prefix(root).unwrap().display().to_string(), Text::from_bytes(&fs::read(p).unwrap()))
        })
        .collect();
    let bytes: usize = texts.iter().map(|t| t.1.source().len()).sum();
    match a[1].as_str() {
        "dump" => {
            for (n, t) in &texts {
                for p in scan::read(t) {
                    println!(
                        "{} {} {}",
                        app::report::json_line(n, &p),
                        p.reason,
                        serde_json::to_string(&p.coverage).unwrap()
                    );
                }
            }
        }
        "loop" => {
            let n: u32 = a[3].parse().unwrap();
            let t = Instant::now();
            for _ in 0..n {
                for (_, t) in &texts {
                    black_box(scan::read(t));
                }
            }
            println!("{:.0} MB/s", bytes as f64 * n as f64 / t.elapsed().as_secs_f64() / 1e6);
        }
        "loopo" => {
            let n: u32 = a[3].parse().unwrap();
            for _ in 0..n {
                for (_, t) in &texts {
                    black_box(Outline::of(t));
                }
            }
        }
        "loopg" => {
            let n: u32 = a[3].parse().unwrap();
            for _ in 0..n {
                for (_, t) in &texts {
                    black_box(Glance::of(t));
                }
            }
        }
        "rooms" => {
            let n = 20;
            println!("{} texts {} bytes", texts.len(), bytes);
            let all = time(n, || {
                for (_, t) in &texts {
                    black_box(scan::read(t));
                }
            });
            println!("read all {all:.0} us = {:.0} MB/s", bytes as f64 / all);
            let pd = time(n, || {
                for (_, t) in &texts {
                    for e in pulldown_cmark::Parser::new_ext(
                        t.source(),
                        pulldown_cmark::Options::ENABLE_TABLES
                            | pulldown_cmark::Options::ENABLE_TASKLISTS
                            | pulldown_cmark::Options::ENABLE_STRIKETHROUGH,
                    ) {
                        black_box(e);
                    }
                }
            });
            println!("pulldown {pd:.0} us = {:.0} MB/s", bytes as f64 / pd);
            let g = time(n, || {
                for (_, t) in &texts {
                    black_box(Glance::of(t));
                }
            });
            println!("glance {g:.0}");
            let gl: Vec<_> = texts.iter().map(|(_, t)| Glance::of(t)).collect();
            let ol: Vec<_> = texts.iter().map(|(_, t)| Outline::of(t)).collect();
            let o = time(n, || {
                for (_, t) in &texts {
                    black_box(Outline::of(t));
                }
            });
            println!("outline all {o:.0}");
            let need: Vec<bool> = gl.iter().map(|g| FRONT_DESK.iter().any(|r| (r.may_be_in)(g))).collect();
            let nb: usize = texts.iter().zip(&need).filter(|x| *x.1).map(|x| x.0.1.source().len()).sum();
            let o2 = time(n, || {
                for ((_, t), n) in texts.iter().zip(&need) {
                    if *n {
                        black_box(Outline::of(t));
                    }
                }
            });
            println!("outline needed {o2:.0} ({} texts, {} bytes)", need.iter().filter(|n| **n).count(), nb);
            let (mut sm, mut sr, mut sp) = (0., 0., 0.);
            println!(
                "{:28} {:>9} {:>6} {:>9} {:>6} {:>9}",
                "room", "may_be_in", "texts", "recognize", "blocks", "parse+fin"
            );
            for r in FRONT_DESK {
                let m = time(n, || gl.iter().filter(|g| (r.may_be_in)(g)).count());
                let yes: Vec<usize> = (0..texts.len()).filter(|i| (r.may_be_in)(&gl[*i])).collect();
                let rec = time(n, || {
                    for i in &yes {
                        black_box((r.recognize)(&texts[*i].1, &ol[*i]));
                    }
                });
                let blocks: Vec<_> = yes
                    .iter()
                    .flat_map(|i| {
                        scan::read(&texts[*i].1)
                            .into_iter()
                            .filter(|p| p.spec.id == r.spec.id)
                            .map(move |p| (*i, p.span, p.revision, p.fenced, p.reason))
                    })
                    .collect();
                let bb: u32 = blocks.iter().map(|b| b.1.len()).sum();
                let pa = time(n, || {
                    for (i, span, revision, fenced, reason) in &blocks {
                        let b = Block {
                            text: &texts[*i].1,
                            outline: &ol[*i],
                            span: *span,
                            revision: *revision,
                            fenced: *fenced,
                            reason,
                        };
                        let mut s = Sink::default();
                        let v = (r.parse)(&b, &mut s);
                        s.coverage.finish(texts[*i].1.source(), *span);
                        black_box((v, s));
                    }
                });
                sm += m;
                sr += rec;
                sp += pa;
                println!(
                    "{:28} {m:9.0} {:6} {rec:9.0} {:6} {pa:9.0}  {bb} bytes",
                    r.spec.slug,
                    yes.len(),
                    blocks.len()
                );
            }
            println!("{:28} {sm:9.0} {:6} {sr:9.0} {:6} {sp:9.0}", "sum", "", "");
        }
        "phases" => {
            let mut acc = [0f64; 6];
            let n = 30;
            for _ in 0..n {
                for (_, t) in &texts {
                    let t0 = Instant::now();
                    let g = Glance::of(t);
                    let t1 = Instant::now();
                    let rooms: Vec<_> = FRONT_DESK.iter().filter(|r| (r.may_be_in)(&g)).collect();
                    let t2 = Instant::now();
                    if rooms.is_empty() {
                        acc[0] += (t1 - t0).as_secs_f64();
                        acc[1] += (t2 - t1).as_secs_f64();
                        continue;
                    }
                    let o = Outline::of(t);
                    let t3 = Instant::now();
                    let mut blocks = Vec::new();
                    for r in &rooms {
                        for rec in (r.recognize)(t, &o) {
                            blocks.push((*r, rec));
                        }
                    }
                    let t4 = Instant::now();
                    let parsed: Vec<_> = blocks
                        .iter()
                        .map(|(r, rec)| {
                            let b = Block {
                                text: t,
                                outline: &o,
                                span: rec.span,
                                revision: rec.revision,
                                fenced: false,
                                reason: rec.reason,
                            };
                            let mut s = Sink::default();
                            let v = (r.parse)(&b, &mut s);
                            s.coverage.finish(t.source(), rec.span);
                            (v, s)
                        })
                        .collect();
                    let t5 = Instant::now();
                    drop(parsed);
                    drop(o);
                    drop(g);
                    let t6 = Instant::now();
                    for (i, (a, b)) in
                        [(t0, t1), (t1, t2), (t2, t3), (t3, t4), (t4, t5), (t5, t6)].iter().enumerate()
                    {
                        acc[i] += (*b - *a).as_secs_f64();
                    }
                }
            }
            for (n_, a) in ["glance", "may", "outline", "recognize", "parse", "drop"].iter().zip(acc) {
                println!("{n_} {:.0}", a * 1e6 / n as f64);
            }
        }
        "check" => {
            for (n, t) in &texts {
                let g = Glance::of(t);
                let o = Outline::of(t);
                for r in FRONT_DESK {
                    if !(r.may_be_in)(&g) && !(r.recognize)(t, &o).is_empty() {
                        println!("RULED OUT {} {}", n, r.spec.id);
                    }
                }
            }
        }
        "why" => {
            for (n, t) in &texts {
                let g = Glance::of(t);
                let have: std::collections::BTreeSet<_> = scan::read(t).iter().map(|p| p.spec.slug).collect();
                let rooms: Vec<_> = FRONT_DESK
                    .iter()
                    .filter(|r| (r.may_be_in)(&g))
                    .map(|r| r.spec.slug)
                    .filter(|s| !have.contains(s))
                    .collect();
                println!("{} {} have={:?} vain={:?}", t.source().len(), n, have, rooms);
            }
        }
        _ => {}
    }
}
