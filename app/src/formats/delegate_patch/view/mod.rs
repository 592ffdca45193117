//! The viewer: each file as a diff.

mod diff;
mod lines;

use self::diff::HunkDiff;
use self::lines::{Line, lines};
use super::{DelegatePatch, Patch};
use crate::delegate::view::Response;
use crate::ui::prelude::*;

impl Viewer for DelegatePatch {
    fn view(self, context: ViewContext) -> impl IntoView {
        if self == DelegatePatch::default() {
            return view! { <Unread/> }.into_any();
        }
        let count = self.patches.len();
        let of_row = |(row, patch)| self::patch(row, patch, &context);
        let (pages, patches) = paged(self.patches, "Pages of files", &context, of_row);
        let none =
            (count == 0).then(|| view! { <p class="card findings__none">"The answer changes no file."</p> });
        let verification = self.verification;
        let has_verification = !verification.commands.is_empty() || verification.expected.is_some();
        let verify = has_verification.then(|| {
            let command = |(_, command): (usize, String)| view! { <li><code>{visible(&command)}</code></li> };
            let (pages, commands) = paged(verification.commands, "Pages of commands", &context, command);
            view! {
                <Section title="Verification" field="verification">
                    <div class="card card--padded" data-span=context.place("verification", None).map(data_span) data-stop>
                        {pages}
                        <ol class="delegate__commands" data-field="verification.commands">{commands}</ol>
                        {verification.expected.map(|text| view! {
                            <p class="delegate__lead">"Expected: " <Inline text field="verification.expected"/></p>
                        })}
                    </div>
                </Section>
            }
        });
        view! {
            <Response kind="Patch" answer=self.answer others=self.other_fields>
                <section class="section" aria-label="Changes" data-field="patches">
                    <h2 class="section__title">"Files" <span class="section__count">{count}</span></h2>
                    {none}
                    {pages}
                    <div class="delegate__patches">{patches}</div>
                </section>
                {verify}
            </Response>
        }
        .into_any()
    }
}

/// A file's hunks, one below the other, with the lines that come and go in all.
fn patch(row: usize, patch: Patch, context: &ViewContext) -> impl IntoView + use<> {
    let place = context.place("patches", Some(row as u32));
    let hunks = patch.hunks.into_iter().map(|hunk| (lines(&hunk.old_lines, &hunk.new_lines), hunk));
    let hunks: Vec<_> = hunks.collect();
    let count = |is_counted: fn(&Line) -> bool| {
        hunks.iter().flat_map(|(lines, _)| lines).filter(|line| is_counted(line)).count()
    };
    let added = count(|line| matches!(line, Line::Added(_)));
    let removed = count(|line| matches!(line, Line::Removed(_)));
    let name = patch
        .file
        .map(|file| view! { <span class="path" data-field="patches[].file">{visible(&file)}</span> });
    // Lines below a hunk move by what it adds and takes away.
    let mut moved: i64 = 0;
    let (hunks, more) = few(hunks, |(lines, hunk)| {
        let by = moved;
        moved += hunk.new_lines.len() as i64 - hunk.old_lines.len() as i64;
        view! { <HunkDiff hunk lines moved=by/> }
    });
    view! {
        <section class="card diff" aria-label="Changes to a file" data-span=place.map(data_span) data-stop>
            <header class="diff__head">
                {stated(name, "no file")}
                <span class="diff__counts">
                    <span class="tone-pass">"+"{added}</span>" "<span class="tone-fail">"−"{removed}</span>
                </span>
                <InSource place context=context.clone()/>
            </header>
            <div data-field="patches[].hunks">{hunks} {more}</div>
        </section>
    }
}
