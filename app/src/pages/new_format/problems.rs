use crate::catalog::Problem;
use crate::text::Text;
use crate::ui::prelude::*;

/// A page shows so many problems; the others come up once these are solved.
const MOST: usize = 20;
/// Characters of a line that are shown before the problem, and in all.
const BEFORE: usize = 40;
const LONGEST: usize = 100;

/// What is wrong with a draft, each problem with its line and carets below it.
#[component]
pub(super) fn Problems<'a>(problems: &'a [Problem], source: &'a str) -> impl IntoView + use<> {
    let text = Text::new(source);
    let problem = |problem: &Problem| {
        let position = text.position(problem.span.start as u32);
        let help = problem
            .help
            .clone()
            .map(|help| view! { <p class="muted">{sentence(&format!("help: {help}"))}</p> });
        view! {
            <li>
                <p><strong>{sentence(&problem.message)}</strong> <span class="faint">" line "{position.line}</span></p>
                <pre class="new-format__excerpt" tabindex="0">{excerpt(&text, problem)}</pre>
                {help}
            </li>
        }
    };
    view! { <ul class="new-format__problems">{problems.iter().take(MOST).map(problem).collect_view()}</ul> }
}

/// The line of a problem, and carets below the part that it is about.
fn excerpt(text: &Text, problem: &Problem) -> String {
    let start = problem.span.start as u32;
    let line = text.lines().line(text.lines().line_of(start));
    let written = text.slice(line).trim_end_matches(['\n', '\r']);
    let before = written.get(..(start - line.start) as usize).unwrap_or(written).chars().count();
    let within = text.source().get(problem.span.clone()).unwrap_or_default();
    let length = within.split(['\n', '\r']).next().unwrap_or_default().chars().count().max(1);
    let skipped = before.saturating_sub(BEFORE);
    let shown: String = written
        .chars()
        .skip(skipped)
        .take(LONGEST)
        .map(|next| if next.is_control() { ' ' } else { next })
        .collect();
    let carets = "^".repeat(length.min(LONGEST - (before - skipped).min(LONGEST - 1)));
    format!("{shown}\n{}{carets}", " ".repeat(before - skipped))
}

#[cfg(test)]
mod tests {
    use super::excerpt;
    use crate::catalog::{Problem, compile};
    use crate::text::Text;

    #[test]
    fn carets_are_below_the_problem() {
        let source = "name = \"A\"\nheading = \"A\"\n[fields]\n\"é\" = { type = \"dat\" }\n";
        let problems = compile(source).err().unwrap_or_default();
        let shown: Vec<String> =
            problems.iter().map(|problem| excerpt(&Text::new(source), problem)).collect();
        assert_eq!(shown, ["\"é\" = { type = \"dat\" }\n               ^^^^^"]);
    }

    #[test]
    fn long_lines_are_cut_around_the_problem() {
        let source = format!("{} wrong", "é".repeat(5_000));
        let at = source.len() - 5;
        let shown = excerpt(&Text::new(source.as_str()), &Problem::new(at..source.len(), ""));
        assert!(shown.len() < 400 && shown.ends_with("^^^^^"), "{shown}");
        excerpt(&Text::new(""), &Problem::new(0..0, ""));
        excerpt(&Text::new("a\n"), &Problem::new(2..2, ""));
    }
}
