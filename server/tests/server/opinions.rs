//! A review beside the second opinion on it.

use serde_json::json;

use crate::requests::Server;

#[tokio::test]
async fn a_review_is_compared_with_its_second_opinion() {
    let server = Server::new();
    server.post("/api/samples", "", "").await;
    let page = server.get("/session?session=checkout-refunds").await.text().to_owned();
    for shown in [
        "id=\"second-opinion\"",
        "1 missed",
        "1 agreed",
        "2 not mentioned",
        "No test covers a retry after a timeout.",
    ] {
        assert!(page.contains(shown), "{shown}");
    }
    let documents = server.get("/api/documents?format=5.1&session=checkout-refunds").await.json();
    for document in documents["documents"].as_array().unwrap() {
        let id = document["id"].as_str().unwrap();
        let page = server.get(&format!("/documents/{id}")).await.text().to_owned();
        let label = match document["source"]["path"].as_str() {
            Some("samples/checkout-refunds/review.md") => "Compare with the second opinion",
            _ => "Compare with the review",
        };
        assert!(page.contains(label), "{document}");
        let href = page
            .split(&format!("#second-opinion\">{label}"))
            .next()
            .and_then(|before| before.rsplit("href=\"").next());
        let href = href.unwrap().replace("&amp;", "&");
        assert!(server.get(&href).await.text().contains("id=\"second-opinion\""), "{href}");
    }
}

#[tokio::test]
async fn a_review_alone_is_compared_with_nothing() {
    let server = Server::new();
    let review = include_str!("../../samples/checkout-refunds/review.md");
    let document = json!({ "text": review, "source": { "session": "s", "path": "review.md" } }).to_string();
    server.post("/api/documents", "application/json", document).await;
    let documents = server.get("/api/documents").await.json();
    let id = documents["documents"][0]["id"].clone();
    let page = server.get(&format!("/documents/{}", id.as_str().unwrap())).await.text().to_owned();
    assert!(!page.contains("second-opinion"));
    assert!(!server.get("/session?session=s").await.text().contains("second-opinion"));
}
