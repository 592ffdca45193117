//! A text at an address of another site, which the browser fetches itself once the reader agrees.

use app::pages::playground::Carried;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortSignal, ReadableStreamDefaultReader, ReferrerPolicy, RequestCredentials, RequestInit, RequestMode,
    Response, Url, js_sys,
};

/// A site that sends nothing for this long has failed.
const PATIENCE_MS: u32 = 30_000;

pub struct Source {
    pub url: String,
    /// Name and port of the site.
    pub host: String,
    /// What the text is called.
    pub name: String,
}

impl Source {
    /// Reads the address of a text. None for one that is not of the web.
    pub fn of(written: &str) -> Option<Self> {
        let url = Url::new(written).ok()?;
        let is_of_web = matches!(url.protocol().as_str(), "https:" | "http:");
        let has_login = !(url.username().is_empty() && url.password().is_empty());
        let name = url.pathname().rsplit('/').find(|part| !part.is_empty()).unwrap_or("text").to_owned();
        (is_of_web && !has_login).then(|| Self { url: url.href(), host: url.host(), name })
    }

    /// Fetches the text, without cookies and without saying where the request comes from.
    pub async fn fetch(&self) -> Result<Vec<u8>, String> {
        let Self { host, .. } = self;
        let response = self.respond().await.map_err(|_| {
            format!(
                "{host} can’t be reached, or does not allow other sites to read it (CORS). Save the file and drop it into \
                 the playground; or, if the site is yours, have it send `Access-Control-Allow-Origin: *` with the file. \
                 Redirects to another site are not followed."
            )
        })?;
        if !response.ok() {
            let status = response.status();
            return Err(format!(
                "{host} responded with {status}. Check the address, and whether the file is public."
            ));
        }
        match read(&response).await {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => {
                Err(format!("The text at {host} has more than 2 MB. Save it and open it in the playground."))
            }
            Err(_) => Err(format!("{host} broke off in the middle of the text. Load it again.")),
        }
    }

    async fn respond(&self) -> Result<Response, JsValue> {
        let request = RequestInit::new();
        request.set_mode(RequestMode::Cors);
        request.set_credentials(RequestCredentials::Omit);
        request.set_referrer_policy(ReferrerPolicy::NoReferrer);
        request.set_signal(Some(&AbortSignal::timeout_with_u32(PATIENCE_MS)));
        let fetched = leptos::prelude::window().fetch_with_str_and_init(&self.url, &request);
        JsFuture::from(fetched).await?.dyn_into()
    }
}

/// Reads a body as it comes. None if it is longer than a text may be.
async fn read(response: &Response) -> Result<Option<Vec<u8>>, JsValue> {
    let mut bytes = Vec::new();
    let Some(body) = response.body() else { return Ok(Some(bytes)) };
    let reader: ReadableStreamDefaultReader = body.get_reader().dyn_into()?;
    loop {
        let chunk = JsFuture::from(reader.read()).await?;
        if js_sys::Reflect::get(&chunk, &"done".into())?.is_truthy() {
            return Ok(Some(bytes));
        }
        let chunk: js_sys::Uint8Array = js_sys::Reflect::get(&chunk, &"value".into())?.dyn_into()?;
        if bytes.len() + chunk.length() as usize > Carried::LONGEST_TEXT {
            // What is left of the body is of no interest, nor whether that could be said.
            let _ = reader.cancel();
            return Ok(None);
        }
        bytes.extend(chunk.to_vec());
    }
}
