//! People who log in at a provider of OpenID Connect, which the tests start.

use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::routing::{get, post};
use axum::{Json, Router};
use data_encoding::{BASE64, BASE64URL_NOPAD};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use server::security::{AllowedHosts, Guard, Provider, ProviderOptions};
use server::state::AppState;
use sha2::{Digest, Sha256};
use tokio_util::sync::CancellationToken;

use crate::requests::{HERE, HOST, LISTEN, Reply, Server, request, temporary_store};

const CLIENT: &str = "harmony";
const SECRET: &str = "the client's secret";

/// What the provider knows and does.
#[derive(Clone)]
struct Fake {
    issuer: String,
    key: Arc<EcdsaKeyPair>,
    key_id: Arc<Mutex<String>>,
    /// Changes of the next statement.
    claims: Arc<Mutex<Value>>,
    /// The sign-in that is under way: its nonce and its challenge.
    asked: Arc<Mutex<Option<(String, String)>>>,
    statement: Arc<Mutex<Option<String>>>,
}

impl Fake {
    async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let fake = Self {
            issuer,
            key: Arc::new(new_key()),
            key_id: Arc::new(Mutex::new("first".to_owned())),
            claims: Arc::default(),
            asked: Arc::default(),
            statement: Arc::default(),
        };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(describe))
            .route("/keys", get(keys))
            .route("/token", post(trade))
            .with_state(fake.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        fake
    }

    /// A Harmony whose people log in here.
    fn server(&self) -> Server {
        let provider = Provider::new(ProviderOptions {
            issuer: self.issuer.clone(),
            client_id: CLIENT.to_owned(),
            client_secret: Some(SECRET.to_owned()),
            public_url: format!("http://{HOST}"),
            operators: vec!["kim@acme.example".parse().unwrap(), "group:platform".parse().unwrap()],
            readers: vec!["@acme.example".parse().unwrap()],
        });
        let guard =
            Guard::new(AllowedHosts::new(LISTEN.into(), &[]), None).with_provider(Some(Arc::new(provider)));
        Server::of(AppState::new(temporary_store(), guard, CancellationToken::new()))
    }

    /// What the provider does once somebody has given their password: it remembers the sign-in and sends them back.
    fn consent(&self, address: &str) -> String {
        let query: Vec<(String, String)> =
            serde_urlencoded::from_str(address.parse::<Uri>().unwrap().query().unwrap()).unwrap();
        let of = |name: &str| query.iter().find(|(found, _)| found == name).unwrap().1.clone();
        assert_eq!((of("response_type").as_str(), of("client_id").as_str()), ("code", CLIENT));
        assert_eq!(of("redirect_uri"), format!("http://{HOST}/login/provider/back"));
        assert_eq!(of("code_challenge_method"), "S256");
        assert!(of("scope").split(' ').any(|scope| scope == "openid"));
        *self.asked.lock().unwrap() = Some((of("nonce"), of("code_challenge")));
        format!("/login/provider/back?code=a-code&state={}", of("state"))
    }

    fn say(&self, claims: Value) {
        *self.claims.lock().unwrap() = claims;
    }

    fn sign(&self, nonce: &str) -> String {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
        let mut claims = json!({ "iss": self.issuer, "aud": CLIENT, "sub": "17", "exp": now + 300, "iat": now, "nonce": nonce });
        for (name, value) in self.claims.lock().unwrap().as_object().unwrap() {
            claims[name] = value.clone();
        }
        let header = json!({ "alg": "ES256", "kid": *self.key_id.lock().unwrap() });
        let part = |value: &Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let signed = format!("{}.{}", part(&header), part(&claims));
        let signature = self.key.sign(&SystemRandom::new(), signed.as_bytes()).unwrap();
        format!("{signed}.{}", BASE64URL_NOPAD.encode(signature.as_ref()))
    }
}

fn new_key() -> EcdsaKeyPair {
    let random = SystemRandom::new();
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).unwrap();
    EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8.as_ref(), &random).unwrap()
}

async fn describe(State(fake): State<Fake>) -> Json<Value> {
    let at = |path: &str| format!("{}{path}", fake.issuer);
    Json(json!({
        "issuer": fake.issuer,
        "authorization_endpoint": at("/authorize"),
        "token_endpoint": at("/token"),
        "jwks_uri": at("/keys"),
    }))
}

async fn keys(State(fake): State<Fake>) -> Json<Value> {
    let point = fake.key.public_key().as_ref()[1..].to_vec();
    let half = |half: &[u8]| BASE64URL_NOPAD.encode(half);
    Json(json!({ "keys": [{
        "kty": "EC", "crv": "P-256", "use": "sig", "kid": "first", "x": half(&point[..32]), "y": half(&point[32..]),
    }] }))
}

async fn trade(
    State(fake): State<Fake>,
    headers: HeaderMap,
    Form(form): Form<Vec<(String, String)>>,
) -> (StatusCode, Json<Value>) {
    let of = |name: &str| form.iter().find(|(found, _)| found == name).map_or("", |(_, value)| value);
    let Some((nonce, challenge)) = fake.asked.lock().unwrap().take() else {
        return (StatusCode::BAD_REQUEST, Json(json!({ "error": "invalid_grant" })));
    };
    let basic = format!("Basic {}", BASE64.encode(b"harmony:the%20client%27s%20secret"));
    assert_eq!(headers["authorization"], basic);
    assert_eq!((of("grant_type"), of("code")), ("authorization_code", "a-code"));
    assert_eq!(BASE64URL_NOPAD.encode(&Sha256::digest(of("code_verifier"))), challenge);
    let statement = fake.statement.lock().unwrap().clone().unwrap_or_else(|| fake.sign(&nonce));
    (StatusCode::OK, Json(json!({ "id_token": statement, "token_type": "Bearer", "access_token": "x" })))
}

async fn open(server: &Server, path: &str, cookie: &str) -> Reply {
    let built = request("GET", path, HERE).header("host", HOST).header("accept", "text/html");
    server.send(built.header("cookie", cookie).body(Body::empty()).unwrap()).await
}

fn cookie_of(answer: &Reply) -> String {
    answer.header("set-cookie").split(';').next().unwrap().to_owned()
}

/// Begins a sign-in in a browser. Returns the address at the provider, and the cookie.
async fn begin(server: &Server) -> (String, String) {
    let answer = open(server, "/login/provider?to=%2Fsessions", "").await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    (answer.header("location").to_owned(), cookie_of(&answer))
}

/// Logs somebody in of whom the provider says this.
async fn log_in(fake: &Fake, server: &Server, claims: Value) -> Reply {
    fake.say(claims);
    let (address, cookie) = begin(server).await;
    open(server, &fake.consent(&address), &cookie).await
}

#[tokio::test]
async fn people_log_in_at_the_provider_with_their_role() {
    let fake = Fake::start().await;
    let server = fake.server();
    let page = open(&server, "/login?to=%2Fsessions", "").await;
    assert!(
        page.text().contains("Log in with 127.0.0.1")
            && page.text().contains("/login/provider?to=%2Fsessions")
    );
    assert_eq!(open(&server, "/documents", "").await.header("location"), "/login?to=%2Fdocuments");

    let kim = json!({ "email": "Kim@acme.example", "email_verified": true });
    let answer = log_in(&fake, &server, kim).await;
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, "/sessions"), "{}", answer.text());
    let page = open(&server, "/access", &cookie_of(&answer)).await;
    assert_eq!(page.status, 200);
    assert!(page.text().contains("Kim@acme.example"));

    let jo = json!({ "email": "jo@acme.example", "email_verified": "true" });
    let answer = log_in(&fake, &server, jo).await;
    assert_eq!(open(&server, "/sessions", &cookie_of(&answer)).await.status, 200);
    assert_eq!(open(&server, "/access", &cookie_of(&answer)).await.status, 403);

    let of_group = json!({ "preferred_username": "lee", "groups": ["dev", "platform"] });
    let answer = log_in(&fake, &server, of_group).await;
    assert_eq!(open(&server, "/access", &cookie_of(&answer)).await.status, 200);
}

#[tokio::test]
async fn whoever_is_not_let_in_learns_it() {
    let fake = Fake::start().await;
    let server = fake.server();
    for claims in [
        json!({ "email": "eve@evil.example", "email_verified": true }),
        json!({ "email": "kim@acme.example" }),
        json!({ "email": "kim@acme.example", "email_verified": false }),
        json!({ "preferred_username": "kim@acme.example" }),
    ] {
        let answer = log_in(&fake, &server, claims.clone()).await;
        assert_eq!(answer.status, 403, "{claims}");
        assert!(answer.text().contains("has no access here"), "{claims}");
        assert!(answer.header("set-cookie").is_empty());
    }
}

#[tokio::test]
async fn a_statement_that_can_not_be_believed_opens_nothing() {
    let fake = Fake::start().await;
    let server = fake.server();
    let kim = |changes: Value| {
        let mut claims = json!({ "email": "kim@acme.example", "email_verified": true });
        claims.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        claims
    };
    for (changes, why) in [
        (json!({ "iss": "https://evil.example" }), "InvalidIssuer"),
        (json!({ "aud": "another-client" }), "InvalidAudience"),
        (json!({ "exp": 1_000_000 }), "ExpiredSignature"),
        (json!({ "nonce": "of-another-sign-in" }), "another sign-in"),
        (json!({ "exp": null }), "exp"),
    ] {
        let answer = log_in(&fake, &server, kim(changes)).await;
        assert_eq!(answer.status, 502, "{why}");
        assert!(answer.text().contains(why), "{why}: {}", answer.text());
        assert!(answer.header("set-cookie").is_empty(), "{why}");
    }
    // Signed by another key of the same name, by no key, and by a secret that everybody can read.
    let other = Fake { key: Arc::new(new_key()), ..fake.clone() };
    other.say(kim(json!({})));
    let part = |value: Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    let body = part(kim(json!({ "iss": fake.issuer, "aud": CLIENT, "sub": "1", "exp": 9_999_999_999_u64 })));
    let unsigned = format!("{}.{body}.", part(json!({ "alg": "none" })));
    let shared = format!("{}.{body}.c2lnbmF0dXJl", part(json!({ "alg": "HS256", "kid": "first" })));
    for forged in [other.sign("x"), unsigned, shared, "no statement".to_owned()] {
        *fake.statement.lock().unwrap() = Some(forged.clone());
        let answer = log_in(&fake, &server, kim(json!({}))).await;
        assert_eq!(answer.status, 502, "{forged}");
        assert!(answer.header("set-cookie").is_empty(), "{forged}");
    }
    *fake.statement.lock().unwrap() = None;
    *fake.key_id.lock().unwrap() = "second".to_owned();
    let answer = log_in(&fake, &server, kim(json!({}))).await;
    assert!(answer.text().contains("list"), "{}", answer.text());
}

#[tokio::test]
async fn nobody_finishes_the_sign_in_of_another_browser() {
    let fake = Fake::start().await;
    let server = fake.server();
    fake.say(json!({ "email": "kim@acme.example", "email_verified": true }));
    let (address, cookie) = begin(&server).await;
    let back = fake.consent(&address);
    let (_, of_another) = begin(&server).await;
    for (path, cookie) in [
        (back.as_str(), ""),
        (back.as_str(), of_another.as_str()),
        ("/login/provider/back?code=a-code", cookie.as_str()),
        ("/login/provider/back?code=a-code&state=", cookie.as_str()),
        ("/login/provider/back?code=a-code&state=x", "harmony_sign_in=%00"),
    ] {
        let answer = open(&server, path, cookie).await;
        assert_eq!(answer.status, 403, "{path}");
        assert!(
            answer.text().contains("not begun in this browser") && answer.header("set-cookie").is_empty()
        );
    }
}

#[tokio::test]
async fn a_code_is_traded_once_and_a_refusal_is_shown() {
    let fake = Fake::start().await;
    let server = fake.server();
    fake.say(json!({ "email": "kim@acme.example", "email_verified": true }));
    let (address, cookie) = begin(&server).await;
    let back = fake.consent(&address);
    assert_eq!(open(&server, &back, &cookie).await.status, 303);
    let again = open(&server, &back, &cookie).await;
    assert_eq!(again.status, 502);
    assert!(again.text().contains("invalid_grant"));
    let state = back.split("state=").nth(1).unwrap();
    let refused =
        format!("/login/provider/back?error=access_denied&error_description=%3Cb%3Eno&state={state}");
    let refused = open(&server, &refused, &cookie).await;
    assert!(refused.text().contains("it sent no code: &lt;b&gt;no"), "{}", refused.text());
}

#[tokio::test]
async fn a_provider_that_is_away_is_named() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let issuer = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let fake = Fake { issuer, ..Fake::start().await };
    let answer = open(&fake.server(), "/login/provider", "").await;
    assert_eq!(answer.status, 502);
    assert!(answer.text().contains("description"));
}

#[tokio::test]
async fn without_a_provider_there_is_no_such_door() {
    let server = Server::new();
    assert_eq!(open(&server, "/login/provider", "").await.status, 404);
    assert_eq!(open(&server, "/login/provider/back?code=x&state=y", "").await.status, 404);
}
