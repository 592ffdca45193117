//! Texts as agents write them, full of what is long and random and no secret.

use crate::chance::Chance;

const HEX: &str = "0123456789abcdef";
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Returns a text around a secret.
pub fn with(secret: &str, chance: &mut Chance) -> String {
    let before = harmless(chance);
    format!(
        "# Review Report: of a run\n\n## Verdict: NEEDS_CHANGES\n\n{before}\n\n```\n{secret}\n```\n\n{}\n",
        harmless(chance)
    )
}

/// Returns a numbered text without any.
pub fn without(number: usize, chance: &mut Chance) -> String {
    let lines: Vec<String> = (0..12).map(|_| harmless(chance)).collect();
    format!("# Review Report: text {number}\n\n## Verdict: APPROVED\n\n{}\n", lines.join("\n\n"))
}

/// Returns a line that somebody might take for a secret.
fn harmless(chance: &mut Chance) -> String {
    let mut hex = |length| random(HEX, length, chance);
    let (commit, digest, short) = (hex(40), hex(64), hex(8));
    let uuid = format!("{}-{}-{}-{}-{}", hex(8), hex(4), hex(4), hex(4), hex(12));
    let base64 = random(LETTERS, 44, chance);
    let count = chance.below(90_000) + 10_000;
    match chance.below(24) {
        0 => format!("Fixed in {commit}, see https://github.com/acme/billing/commit/{commit}."),
        1 => format!("The image is `registry.internal/ledger@sha256:{digest}`."),
        2 => format!("Request {uuid} took {count} ms; trace {commit}."),
        3 => format!("\"integrity\": \"sha512-{base64}{base64}==\""),
        4 => format!("![chart](data:image/png;base64,iVBORw0KGgo{base64})"),
        5 => format!(
            "Tokens: {count} in, {count} out; password rules are in docs/passwords.md:{}.",
            count % 900
        ),
        6 => format!("The token expires after {count} seconds, and `token_type` is `bearer`."),
        7 => format!(
            "Set `GITHUB_TOKEN=${{{{ secrets.GITHUB_TOKEN }}}}` and `API_KEY=$API_KEY_{count}` in the job."
        ),
        8 => format!("secret: src/config/secrets.rs:{}-{}", count % 400, count % 400 + 9),
        9 => format!("`let token = next_token(&source, {count});` is called in a loop."),
        10 => format!("See https://example.org/a/{short}/reports?run={count}&page=2#L{}.", count % 300),
        11 => format!("Migration {count}_add_password_hash.sql adds a column `password_hash`."),
        12 => format!(
            "key-value-store, sk-learn-based ranking, risk-free-{short}, hf_hub is version 0.{}.",
            count % 40
        ),
        13 => format!("ETag: W/\"{digest}\", Last-Modified: 2026-11-20T05:46:00Z"),
        14 => format!("assert_eq!(mask(\"password\"), \"********\"); // {short}"),
        15 => format!("The bearer of this ticket, number {count}, is on call; basic authentication is off."),
        16 => format!("arn:aws:iam::{}:role/deploy-{short}", count * 1_000_000),
        17 => format!(
            "`postgres://ada@db.internal:5432/ledger_{count}` and `redis://cache:6379/{}`",
            count % 16
        ),
        18 => format!("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{base64} ada@example.org"),
        19 => format!("-----BEGIN CERTIFICATE-----\nMII{base64}\n-----END CERTIFICATE-----"),
        20 => format!("`cargo test --package ledger -- --seed {digest}` passes: {count} tests."),
        21 => format!(
            "0x{digest} is the block, {}.{}.{}.{} the peer",
            count % 250,
            count % 251,
            count % 252,
            count % 253
        ),
        22 => format!("password: at least 12 characters, {} checked; api_key: rotated", count % 100),
        _ => format!("결제 모듈 {count}건을 검토했습니다. 토큰: {count}, 커밋 {short}."),
    }
}

fn random(alphabet: &str, length: usize, chance: &mut Chance) -> String {
    let letter = |chance: &mut Chance| alphabet.as_bytes()[chance.below(alphabet.len() as u64) as usize];
    (0..length).map(|_| char::from(letter(chance))).collect()
}
