//! The steps of a history. What a step is about is an index into what there is by then.

use app::access::Role;
use app::document::State;
use app::evidence::{Claim, LineFacts, Place, Subject};
use app::health::{Decided, Decision, Urgency};
use app::inbox::{Handled, ItemKind};
use app::quarantine::{Origin, QuarantineChange, QuarantineRecord};
use app::ui::utc;
use app::webhook::Filter;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use server::store::QuarantineRequest;

use super::drafts::{Draft, HOUR_MS, SESSIONS, START_MS, draft};

#[derive(Clone, Debug)]
pub enum Step {
    Append(Vec<Draft>),
    /// More documents and sessions than a page has.
    AppendMany,
    Remove(Index),
    RemoveSamples,
    Pin(Index, bool),
    Expire {
        documents_before_ms: i64,
        traces_before_ms: i64,
    },
    Quarantine(QuarantineRequest),
    ReleaseDue(i64),
    Choose(Index, Option<Handled>, i64),
    /// What a person decided about healing.
    Heal(Decided),
    /// Of the sessions that are due; the last may change meanwhile.
    Settle {
        sessions: Vec<State>,
        has_changed: bool,
    },
    AddWebhook(Filter, bool),
    RemoveWebhook(Index),
    TestWebhook(Index),
    Recommend(Vec<u8>),
    /// Sends what is due, and sends it again at a time if that failed.
    Deliver {
        now_ms: i64,
        again_ms: Option<i64>,
        pauses: bool,
    },
    Publish {
        documents: Vec<Index>,
        now_ms: i64,
        lasts_ms: i64,
    },
    Revoke(Index, i64),
    ExpirePreviews(i64),
    SaveView(&'static str, Index),
    RemoveView(Index),
    CreateToken {
        role: Role,
        is_login: bool,
        parent: Option<Index>,
        now_ms: i64,
        lasts_ms: Option<i64>,
    },
    RevokeToken(Index, i64),
    UseToken(Index, i64),
    Audit(usize, Option<u16>),
    AddLines(Vec<LineFacts>, i64),
    /// Derives everything again, after it was forgotten or not.
    Rederive {
        forgets: bool,
    },
    /// Reads documents by a catalog of a team's formats, or by none, up to the end or not.
    Reread {
        key: Option<i64>,
        ends: bool,
        forgets_others: bool,
    },
    Mark(u64),
    Reopen,
}

fn time() -> impl Strategy<Value = i64> {
    (0..96_i64).prop_map(|hour| START_MS + hour * HOUR_MS)
}

fn request() -> impl Strategy<Value = QuarantineRequest> {
    let target = prop_oneof![
        select(&SESSIONS[..]).prop_map(|session| ("session", session)),
        select(&["chain-7f31c9", "chain-2"][..]).prop_map(|chain| ("chain", chain)),
    ];
    let origin = select(&[Origin::Api, Origin::Page][..]);
    (target, any::<bool>(), any::<bool>(), origin, time(), prop::option::weighted(0.2, time())).prop_map(
        |((target_type, target_id), is_release, auto_release, origin, now_ms, ends_ms)| {
            let (date, time) = utc(now_ms);
            let (at, target_type, target_id) =
                (format!("{date}T{time}Z"), target_type.to_owned(), target_id.to_owned());
            let change = if is_release {
                QuarantineChange::Release { target_type, target_id, released_at: at }
            } else {
                QuarantineChange::Add(QuarantineRecord {
                    target_type,
                    target_id,
                    reason: Some("It fails.".to_owned()),
                    quarantined_at: at,
                    auto_release,
                    ttl: 4 * 3600,
                    suggested_flow: None,
                })
            };
            QuarantineRequest { change, origin, now_ms, ends_ms }
        },
    )
}

fn handled() -> impl Strategy<Value = Option<Handled>> {
    prop_oneof![
        Just(None),
        Just(Some(Handled::Done)),
        time().prop_map(|until_ms| Some(Handled::Until(until_ms)))
    ]
}

fn filter() -> impl Strategy<Value = Filter> {
    let kinds = prop::collection::vec(select(&ItemKind::ALL[..]), 0..3);
    let session = prop::option::weighted(0.2, select(&SESSIONS[..]).prop_map(str::to_owned));
    (kinds, select(&Urgency::ALL[..]), session).prop_map(|(kinds, urgency, session)| Filter {
        kinds,
        urgency,
        session,
    })
}

pub fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => prop::collection::vec(draft(), 1..6).prop_map(Step::Append),
        6 => of_documents(),
        8 => of_inbox(),
        4 => of_webhooks(),
        6 => of_others(),
        1 => any::<bool>().prop_map(|forgets| Step::Rederive { forgets }),
        2 => (prop::option::weighted(0.7, 7..10_i64), any::<bool>(), any::<bool>())
            .prop_map(|(key, ends, forgets_others)| Step::Reread { key, ends, forgets_others }),
        1 => Just(Step::Reopen),
    ]
}

fn of_documents() -> impl Strategy<Value = Step> {
    let hour = || (0..72_i64).prop_map(|hour| START_MS + hour * HOUR_MS);
    prop_oneof![
        1 => Just(Step::AppendMany),
        6 => any::<Index>().prop_map(Step::Remove),
        1 => Just(Step::RemoveSamples),
        4 => (any::<Index>(), any::<bool>()).prop_map(|(at, pinned)| Step::Pin(at, pinned)),
        3 => (hour(), hour()).prop_map(|(documents_before_ms, traces_before_ms)| Step::Expire { documents_before_ms, traces_before_ms }),
        4 => (prop::collection::vec(line(), 1..4), time()).prop_map(|(lines, received_ms)| Step::AddLines(lines, received_ms)),
        1 => (0..9_u64).prop_map(Step::Mark),
    ]
}

fn line() -> impl Strategy<Value = LineFacts> {
    let message = prop::option::of(select(&["7", "8"][..]).prop_map(str::to_owned));
    (select(&SESSIONS[..]), 0..9_u64, message, prop::option::of(time()), any::<bool>()).prop_map(
        |(session, line, message, at_ms, has_claims)| {
            let claim =
                Claim { subject: Subject::Step { number: 4 }, quote: "Step 4 is complete.".to_owned() };
            LineFacts {
                session: session.to_owned(),
                key: format!("night.jsonl:{line}"),
                place: Place { file: "night.jsonl".to_owned(), line, message },
                at_ms,
                claims: has_claims.then_some(claim).into_iter().collect(),
                ..LineFacts::default()
            }
        },
    )
}

fn decided() -> impl Strategy<Value = Decided> {
    let decision = select(&Decision::ALL[..]);
    (select(&["missing-score", "label-name"][..]), select(&["5.1", "6.1"][..]), decision, time()).prop_map(
        |(rule, format, decision, at_ms)| Decided {
            rule: rule.to_owned(),
            format: format.to_owned(),
            decision,
            reason: (at_ms % 2 == 0).then(|| "It is known.".to_owned()),
            at_ms,
        },
    )
}

fn of_inbox() -> impl Strategy<Value = Step> {
    let state = select(&State::ALL[..]);
    prop_oneof![
        4 => request().prop_map(Step::Quarantine),
        1 => time().prop_map(Step::ReleaseDue),
        4 => (any::<Index>(), handled(), time()).prop_map(|(at, handled, now_ms)| Step::Choose(at, handled, now_ms)),
        2 => decided().prop_map(Step::Heal),
        2 => (prop::collection::vec(state, 1..5), any::<bool>())
            .prop_map(|(sessions, has_changed)| Step::Settle { sessions, has_changed }),
    ]
}

fn of_webhooks() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (filter(), any::<bool>()).prop_map(|(filter, is_signed)| Step::AddWebhook(filter, is_signed)),
        1 => any::<Index>().prop_map(Step::RemoveWebhook),
        1 => any::<Index>().prop_map(Step::TestWebhook),
        1 => prop::collection::vec(0..4_u8, 0..3).prop_map(Step::Recommend),
        4 => (time(), prop::option::of(time()), any::<bool>())
            .prop_map(|(now_ms, again_ms, pauses)| Step::Deliver { now_ms, again_ms, pauses }),
    ]
}

fn of_others() -> impl Strategy<Value = Step> {
    let lasts_ms = || (1..48_i64).prop_map(|hours| hours * HOUR_MS);
    let role = select(&Role::ALL[..]);
    prop_oneof![
        2 => (prop::collection::vec(any::<Index>(), 1..3), time(), lasts_ms())
            .prop_map(|(documents, now_ms, lasts_ms)| Step::Publish { documents, now_ms, lasts_ms }),
        1 => (any::<Index>(), time()).prop_map(|(at, now_ms)| Step::Revoke(at, now_ms)),
        1 => (time(), prop::bool::weighted(0.2))
            .prop_map(|(now_ms, much_later)| Step::ExpirePreviews(now_ms + i64::from(much_later) * 91 * 24 * HOUR_MS)),
        3 => (select(&["night", "Night", "검토", "a-z", "a z", "Z"][..]), any::<Index>()).prop_map(|(name, at)| Step::SaveView(name, at)),
        1 => any::<Index>().prop_map(Step::RemoveView),
        3 => (role, any::<bool>(), prop::option::of(any::<Index>()), time(), prop::option::of(lasts_ms()))
            .prop_map(|(role, is_login, parent, now_ms, lasts_ms)| Step::CreateToken { role, is_login, parent, now_ms, lasts_ms }),
        1 => (any::<Index>(), time()).prop_map(|(at, now_ms)| Step::RevokeToken(at, now_ms)),
        1 => (any::<Index>(), time()).prop_map(|(at, now_ms)| Step::UseToken(at, now_ms)),
        2 => (1..40_usize, prop::option::of(200..500_u16)).prop_map(|(count, status)| Step::Audit(count, status)),
    ]
}
