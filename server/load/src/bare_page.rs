//! A minimal server of a page that is made already: axum and a fixed string.

use std::path::Path;

use anyhow::{Context, Result};
use axum::Router;
use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::routing::get;
use tokio::net::TcpListener;

pub async fn serve(file: &Path) -> Result<()> {
    let page = Bytes::from(std::fs::read(file).with_context(|| format!("{} can't be read", file.display()))?);
    let answer = move || {
        let page = page.clone();
        async move { ([(CONTENT_TYPE, "text/html; charset=utf-8")], page) }
    };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    Ok(axum::serve(listener, Router::new().fallback(get(answer))).await?)
}
