//! By which formats of a team documents were read, as the store keeps it.

use app::document::DocumentHead;
use app::event::{Envelope, Event};

use crate::stores;
use server::store::{Arrival, Identity, OtherTexts, Replay, Reread, StoredCatalog, StoredFormat};

fn arrival(name: &str, title: &str, catalog: Option<i64>) -> Arrival {
    let id = Identity::of_key(name).document_id();
    let head =
        DocumentHead { id, title: title.to_owned(), bytes: name.len() as u32, ..DocumentHead::default() };
    Arrival { catalog, ..Arrival::of(head, name.to_owned().into()) }
}

fn names(found: &OtherTexts) -> Vec<(String, Option<i64>)> {
    let name = |raw: &[u8]| String::from_utf8(raw.to_vec()).unwrap();
    found.texts.iter().map(|text| (name(&text.raw), text.catalog)).collect()
}

#[tokio::test]
async fn documents_of_other_catalogs_are_found_until_they_are_read() {
    let store = stores::temporary(1);
    let batch = [("a", None), ("b", Some(7)), ("c", Some(-8)), ("d", Some(7))];
    store.append(batch.map(|(name, catalog)| arrival(name, "before", catalog)).to_vec()).await.unwrap();
    let found = store.texts_of_others(0, Some(7)).await.unwrap();
    assert_eq!(names(&found), [("a".to_owned(), None), ("c".to_owned(), Some(-8))]);
    assert_eq!((found.up_to, found.newest), (4, 4));
    assert_eq!(names(&store.texts_of_others(1, Some(7)).await.unwrap()), [("c".to_owned(), Some(-8))]);
    assert_eq!(store.texts_of_others(0, None).await.unwrap().texts.len(), 3);

    let cursor = store.feed().await.unwrap().cursor;
    let [first, second] = [&found.texts[0], &found.texts[1]].map(|text| text.head.clone());
    let changed = DocumentHead { title: "after".to_owned(), ..first };
    let documents = vec![Arrival { catalog: Some(7), ..Arrival::of(changed, "a".into()) }];
    let batch = Reread::Batch { documents, unconcerned: vec![second.seq], key: Some(7) };
    assert_eq!(store.reread(batch).await.unwrap(), 1);
    assert!(store.texts_of_others(0, Some(7)).await.unwrap().texts.is_empty());
    let before = store.derivation().await.unwrap();
    let end = Reread::End { key: Some(7), forget_others: true };
    store.reread(end.clone()).await.unwrap();
    assert_eq!(store.derivation().await.unwrap(), before + 1);
    let titles: Vec<String> =
        store.feed().await.unwrap().documents.into_iter().map(|head| head.title).collect();
    assert_eq!(titles, ["before", "before", "before", "after"]);
    let Replay::Events(frames) = store.replay(cursor, 10).await.unwrap() else { panic!("gone") };
    let event = serde_json::from_str::<Envelope>(&frames[0].json).unwrap().event;
    assert_eq!(event, Event::DocumentsReread, "open pages load again");

    store.reread(end).await.unwrap();
    assert_eq!(store.derivation().await.unwrap(), before + 1, "once is enough");
}

#[tokio::test]
async fn the_newest_catalog_is_the_last_and_the_only_one_at_the_end() {
    let store = stores::temporary(1);
    let catalog = |key: i64| {
        let format =
            StoredFormat { file: format!("{key}.toml"), id: "a".to_owned(), source: "name".to_owned() };
        StoredCatalog { key, formats: vec![format] }
    };
    for key in [1, 2, 3, 1] {
        store.reread(Reread::Begin(catalog(key))).await.unwrap();
    }
    assert_eq!(store.catalogs().await.unwrap(), [2, 3, 1].map(catalog));
    store.reread(Reread::End { key: Some(1), forget_others: false }).await.unwrap();
    assert_eq!(store.catalogs().await.unwrap().len(), 3);
    store.reread(Reread::End { key: Some(1), forget_others: true }).await.unwrap();
    assert_eq!(store.catalogs().await.unwrap(), [catalog(1)]);
}
