//! How long things take, by what they are.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use super::exposition::{Exposition, Kind};

/// The upper bounds of the buckets, in seconds.
const BOUNDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0];

/// Histograms with the same labels, whose values must not be free to invent.
pub(super) struct Family<const LABELS: usize> {
    name: &'static str,
    help: &'static str,
    labels: [&'static str; LABELS],
    histograms: RwLock<BTreeMap<[String; LABELS], Arc<Histogram>>>,
}

#[derive(Debug, Default)]
struct Histogram {
    /// The last one is for what exceeds all bounds.
    buckets: [AtomicU64; BOUNDS.len() + 1],
    nanoseconds: AtomicU64,
}

impl<const LABELS: usize> Family<LABELS> {
    pub const fn new(name: &'static str, help: &'static str, labels: [&'static str; LABELS]) -> Self {
        Self { name, help, labels, histograms: RwLock::new(BTreeMap::new()) }
    }

    pub fn add(&self, values: [&str; LABELS], took: Duration) {
        let key = values.map(str::to_owned);
        let known = self.histograms.read().unwrap_or_else(PoisonError::into_inner).get(&key).map(Arc::clone);
        let histogram = known.unwrap_or_else(|| {
            let mut histograms = self.histograms.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(histograms.entry(key).or_default())
        });
        histogram.add(took);
    }

    pub fn write(&self, out: &mut Exposition) {
        out.metric(self.name, Kind::Histogram, self.help);
        let histograms = self.histograms.read().unwrap_or_else(PoisonError::into_inner);
        for (values, histogram) in histograms.iter() {
            let labels: Vec<(&str, &str)> =
                self.labels.into_iter().zip(values.iter().map(String::as_str)).collect();
            histogram.write(self.name, &labels, out);
        }
    }
}

impl Histogram {
    fn add(&self, took: Duration) {
        let seconds = took.as_secs_f64();
        let place = BOUNDS.iter().position(|bound| seconds <= *bound).unwrap_or(BOUNDS.len());
        if let Some(bucket) = self.buckets.get(place) {
            bucket.fetch_add(1, Ordering::Relaxed);
        }
        let nanoseconds = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    fn write(&self, name: &str, labels: &[(&str, &str)], out: &mut Exposition) {
        let bounds = BOUNDS.iter().map(ToString::to_string).chain(["+Inf".to_owned()]);
        let mut count = 0;
        for (bucket, bound) in self.buckets.iter().zip(bounds) {
            count += bucket.load(Ordering::Relaxed);
            out.sample(&format!("{name}_bucket"), &[labels, &[("le", &bound)]].concat(), count);
        }
        let seconds = Duration::from_nanos(self.nanoseconds.load(Ordering::Relaxed)).as_secs_f64();
        out.sample(&format!("{name}_sum"), labels, seconds);
        out.sample(&format!("{name}_count"), labels, count);
    }
}
