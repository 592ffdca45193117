//! Previews: their texts until they end, and that they have ended for some time.

use app::document::Summary;
use server::store::{NewPreview, PreviewChange, PreviewRow, StoredPreview};

use super::Model;

pub struct Published {
    id: i64,
    /// Without documents once it has ended and that was noticed.
    new: NewPreview,
    documents: u32,
    /// Of its first document.
    summary: Summary,
    revoked_ms: Option<i64>,
}

const REMEMBERED_MS: i64 = 90 * 24 * 60 * 60 * 1000;

impl Published {
    fn row(&self) -> PreviewRow {
        let NewPreview { token, title, published_ms, expires_ms, .. } = &self.new;
        PreviewRow {
            id: self.id,
            token: token.clone(),
            title: title.clone(),
            summary: self.summary.clone(),
            documents: self.documents,
            published_ms: *published_ms,
            expires_ms: *expires_ms,
            revoked_ms: self.revoked_ms,
        }
    }

    fn can_be_read(&self, now_ms: i64) -> bool {
        self.revoked_ms.is_none() && self.new.expires_ms > now_ms
    }
}

impl Model {
    /// Takes over the id of what is new.
    pub fn change_previews(&mut self, change: PreviewChange, new_id: i64) -> Option<i64> {
        match change {
            PreviewChange::Publish(new) => {
                self.expire_previews(new.published_ms);
                assert!(self.previews.iter().all(|preview| preview.id < new_id), "an id is used again");
                let documents = new.documents.len() as u32;
                let lead = new.documents.first().and_then(|(head, _)| head.lead());
                let summary = lead.map(|lead| lead.summary.clone()).unwrap_or_default();
                self.previews.push(Published { id: new_id, new, documents, summary, revoked_ms: None });
                Some(new_id)
            }
            PreviewChange::Revoke { id, now_ms } => {
                let mut readable = self.previews.iter_mut().filter(|preview| preview.can_be_read(now_ms));
                let preview = readable.find(|preview| preview.id == id)?;
                preview.revoked_ms = Some(now_ms);
                preview.new.documents.clear();
                Some(id)
            }
            PreviewChange::Expire { now_ms } => {
                let expired = |preview: &&Published| preview.new.expires_ms <= now_ms;
                let texts =
                    self.previews.iter().filter(expired).any(|preview| !preview.new.documents.is_empty());
                texts.then(|| self.expire_previews(now_ms))
            }
        }
    }

    /// Deletes the texts of previews that have expired, and what ended long ago. Returns how many texts there were.
    fn expire_previews(&mut self, now_ms: i64) -> i64 {
        let mut texts = 0;
        for preview in self.previews.iter_mut().filter(|preview| preview.new.expires_ms <= now_ms) {
            texts += preview.new.documents.len() as i64;
            preview.new.documents.clear();
        }
        self.previews
            .retain(|preview| preview.revoked_ms.unwrap_or(preview.new.expires_ms) > now_ms - REMEMBERED_MS);
        texts
    }

    pub fn previews(&self, now_ms: i64) -> Vec<PreviewRow> {
        self.previews.iter().rev().filter(|preview| preview.can_be_read(now_ms)).map(Published::row).collect()
    }

    pub fn preview(&self, token: String, document: Option<u32>, now_ms: i64) -> Option<StoredPreview> {
        let preview = self.previews.iter().find(|preview| preview.new.token == token)?;
        if !preview.can_be_read(now_ms) {
            return Some(StoredPreview { row: preview.row(), heads: Vec::new(), text: None });
        }
        let documents = &preview.new.documents;
        let wanted = document.or((documents.len() == 1).then_some(1));
        let text = wanted.and_then(|place| documents.get((place as usize).checked_sub(1)?));
        let heads = documents.iter().map(|(head, _)| head.clone()).collect();
        Some(StoredPreview { row: preview.row(), heads, text: text.map(|(_, raw)| raw.clone()) })
    }
}
