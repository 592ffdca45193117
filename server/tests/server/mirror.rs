//! Quarantines in a real Redis: keys, values and TTLs as the contract prints them, and what other programs write.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use redis::{Commands, Connection as RedisConnection};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::process::Harmony;
use crate::quarantine::record;

const PATIENCE: Duration = Duration::from_secs(20);

/// A Redis of our own, on a free port.
struct Redis {
    child: Child,
    port: u16,
    folder: TempDir,
}

impl Redis {
    fn start() -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = tempfile::tempdir().unwrap();
        Self { child: run(port, folder.path()), port, folder }
    }

    /// Stops it as a crash would, so that it saves nothing.
    fn crash(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn start_again(&mut self) {
        self.child = run(self.port, self.folder.path());
    }

    fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    fn connect(&self) -> RedisConnection {
        let client = redis::Client::open(self.url()).unwrap();
        eventually("Redis answers", || client.get_connection().ok())
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn run(port: u16, folder: &Path) -> Child {
    Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--dir"])
        .arg(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("redis-server is needed (apt-get install redis-server, brew install redis)")
}

fn eventually<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "not in time: {what}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// A Harmony that mirrors, and its store.
struct Mirrored {
    harmony: Harmony,
    folder: TempDir,
}

impl Mirrored {
    fn start(redis: &Redis) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let harmony = Self::run(folder.path(), redis);
        Self { harmony, folder }
    }

    fn run(folder: &Path, redis: &Redis) -> Harmony {
        Harmony::start_with(&folder.join("h.sqlite"), &["--redis", &redis.url()]).unwrap()
    }

    fn get(&self, path: &str) -> Option<Value> {
        let (status, body) = self.harmony.connect().unwrap().get(path).unwrap();
        (status == 200).then(|| serde_json::from_slice(&body).unwrap())
    }

    fn add(&self, id: &str, auto_release: bool, more: &str) -> Value {
        let body = format!(
            r#"{{"targetType":"chain","targetId":"{id}","reason":"It loops.","autoRelease":{auto_release}{more}}}"#
        );
        let (status, body) = self.harmony.connect().unwrap().post_json("/api/quarantine", &body).unwrap();
        assert_eq!(status, 201, "{}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).unwrap()
    }

    fn release(&self, id: &str) {
        let path = format!("/api/quarantine/chain/{id}");
        assert_eq!(self.harmony.connect().unwrap().delete(&path).unwrap().0, 204);
    }

    fn is_quarantined(&self, id: &str) -> bool {
        self.get(&format!("/api/quarantine/chain/{id}")).is_some()
    }

    /// How often a target was released.
    fn releases(&self, id: &str) -> Vec<Value> {
        let list = self.get("/api/quarantine").unwrap();
        let released = list["released"].as_array().unwrap().clone();
        released.into_iter().filter(|released| released["targetId"] == id).collect()
    }
}

fn key(id: &str) -> String {
    format!("quarantine:chain:{id}")
}

fn value(redis: &mut RedisConnection, id: &str) -> Option<Value> {
    let value: Option<String> = redis.get(key(id)).unwrap();
    value.map(|value| serde_json::from_str(&value).unwrap())
}

fn of_others(id: &str, auto_release: bool) -> String {
    json!({ "targetType": "chain", "targetId": id, "reason": "From outside.", "quarantinedAt": "2026-11-20T08:00:00Z",
            "autoRelease": auto_release, "ttl": 86400, "suggestedFlow": "diagnose/" })
    .to_string()
}

#[test]
fn redis_has_the_key_the_payload_and_the_ttl_of_the_contract() {
    let redis = Redis::start();
    let harmony = Mirrored::start(&redis);
    let mut there = redis.connect();
    let text = include_str!("../../../app/src/formats/quarantine_operations/fixtures/complete.md");
    assert_eq!(harmony.harmony.connect().unwrap().deliver("one", text).unwrap().0, 201);
    let printed = text.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let found = eventually("the record", || value(&mut there, "chain-7f31c9"));
    assert_eq!(found, serde_json::from_str::<Value>(printed).unwrap());
    assert_eq!(there.ttl::<_, i64>(key("chain-7f31c9")).unwrap(), 604_800);

    let added = harmony.add("brief", true, r#","suggestedFlow":"audit-and-fix/""#);
    let found = eventually("the second record", || value(&mut there, "brief"));
    let expected = json!({ "targetType": "chain", "targetId": "brief", "reason": "It loops.",
                           "quarantinedAt": added["quarantinedAt"], "autoRelease": true, "ttl": 86400,
                           "suggestedFlow": "audit-and-fix/" });
    assert_eq!(found, expected);
    let ttl: i64 = there.ttl(key("brief")).unwrap();
    assert!((86_398..=86_400).contains(&ttl), "{ttl}");

    harmony.release("brief");
    eventually("the key is deleted", || value(&mut there, "brief").is_none().then_some(()));
}

#[test]
fn what_other_programs_write_appears_and_what_they_delete_is_released() {
    let redis = Redis::start();
    let mut there = redis.connect();
    let () = there.set_ex(key("a:b/c"), of_others("a:b/c", false), 600).unwrap();
    let () = there.set(key("nonsense"), "no record").unwrap();
    let () = there.rpush("quarantine:chain:list", 1).unwrap();
    let harmony = Mirrored::start(&redis);
    let found = eventually("the record", || harmony.get("/api/quarantine/chain/a:b%2Fc"));
    assert_eq!(
        (&found["reason"], &found["suggestedFlow"], &found["origin"]),
        (&json!("From outside."), &json!("diagnose/"), &json!("redis"))
    );
    let changed = of_others("a:b/c", false).replace("From outside.", "It is worse.");
    let () = there.set_ex(key("a:b/c"), changed, 600).unwrap();
    eventually("the change", || {
        let found = harmony.get("/api/quarantine/chain/a:b%2Fc")?;
        (found["reason"] == "It is worse.").then_some(())
    });
    let () = there.del(key("a:b/c")).unwrap();
    eventually("the release", || (!harmony.is_quarantined("a:b%2Fc")).then_some(()));
    assert_eq!(harmony.releases("a:b/c")[0]["origin"], "redis");
    assert_eq!(harmony.get("/api/quarantine").unwrap()["total"], 0, "what is no record is nothing");
}

#[test]
fn what_expires_is_released() {
    let redis = Redis::start();
    let harmony = Mirrored::start(&redis);
    let mut there = redis.connect();
    for (id, auto_release) in [("auto", true), ("kept", false)] {
        let () = there.pset_ex(key(id), of_others(id, auto_release), 2_500).unwrap();
    }
    eventually("both", || (harmony.is_quarantined("auto") && harmony.is_quarantined("kept")).then_some(()));
    eventually("their end", || {
        (!harmony.is_quarantined("auto") && !harmony.is_quarantined("kept")).then_some(())
    });
    // The end of the page's own record deletes its key, if Redis has not.
    harmony.add("own", true, r#","ttl":2"#);
    eventually("its key", || value(&mut there, "own"));
    eventually("its end", || value(&mut there, "own").is_none().then_some(()));
    eventually("its release", || (harmony.releases("own").len() == 1).then_some(()));
    thread::sleep(Duration::from_secs(2));
    for id in ["auto", "kept", "own"] {
        assert_eq!(harmony.releases(id).len(), 1, "{id} is released once");
    }
}

#[test]
fn a_redis_that_goes_away_and_comes_back_loses_nothing() {
    let mut redis = Redis::start();
    let mut harmony = Mirrored::start(&redis);
    let mut there = redis.connect();
    harmony.add("before", false, "");
    harmony.add("released", false, "");
    let () = there.set(key("outside"), of_others("outside", false)).unwrap();
    eventually("all keys", || {
        let all = ["before", "released"].iter().all(|id| there.exists(key(id)).unwrap());
        (all && harmony.is_quarantined("outside")).then_some(())
    });
    // A dump that is restored by the crashed Redis.
    let () = redis::cmd("SAVE").query(&mut there).unwrap();
    harmony.release("released");
    eventually("the key is deleted", || value(&mut there, "released").is_none().then_some(()));
    redis.crash();
    harmony.add("meanwhile", false, "");
    harmony.release("before");
    let text = record("chain told", "no", "2026-11-20T08:00:00Z");
    assert_eq!(harmony.harmony.connect().unwrap().deliver("told", &text).unwrap().0, 201);
    thread::sleep(Duration::from_secs(1));
    redis.start_again();
    let mut there = redis.connect();
    eventually("what changed meanwhile", || {
        let names = ["meanwhile", "told", "outside", "before", "released"];
        let found: [bool; 5] = names.map(|id| there.exists(key(id)).unwrap());
        (found == [true, true, true, false, false]).then_some(())
    });

    // One that comes back empty gets everything again.
    redis.crash();
    fs::remove_file(redis.folder.path().join("dump.rdb")).unwrap();
    redis.start_again();
    let mut there = redis.connect();
    eventually("everything", || {
        ["meanwhile", "told", "outside"].iter().all(|id| there.exists(key(id)).unwrap()).then_some(())
    });
    assert!(harmony.is_quarantined("outside"));

    // What changes while Harmony is away is noticed as well, on both sides.
    harmony.harmony.child.kill().unwrap();
    harmony.harmony.child.wait().unwrap();
    let () = there.del(key("outside")).unwrap();
    let () = there.set(key("new"), of_others("new", false)).unwrap();
    let store = harmony.folder.path().join("h.sqlite");
    let released = Command::new(env!("CARGO_BIN_EXE_harmony"))
        .args(["quarantine", "release", "chain", "meanwhile", "--store"])
        .arg(&store)
        .status()
        .unwrap();
    assert_eq!(released.code(), Some(0));
    harmony.harmony = Mirrored::run(harmony.folder.path(), &redis);
    eventually("both sides", || {
        let here = ["new", "told", "outside", "meanwhile"].map(|id| harmony.is_quarantined(id));
        let there: [bool; 4] =
            ["new", "told", "outside", "meanwhile"].map(|id| there.exists(key(id)).unwrap());
        (here == there && here == [true, true, false, false]).then_some(())
    });
}

#[test]
fn a_redis_that_is_not_there_stops_nothing() {
    let redis = Redis::start();
    let url = redis.url();
    drop(redis);
    let folder = tempfile::tempdir().unwrap();
    let harmony = Harmony::start_with(&folder.path().join("h.sqlite"), &["--redis", &url]).unwrap();
    assert_eq!(harmony.connect().unwrap().get("/api/quarantine").unwrap().0, 200);
    let wrong = Command::new(env!("CARGO_BIN_EXE_harmony"))
        .args(["serve", "--demo", "--redis", "http://:secret@127.0.0.1:6379"])
        .output()
        .unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("redis://127.0.0.1:6379/0"));
}
