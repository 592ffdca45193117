//! Draws diagnostics for a terminal: what is wrong, where, why it matters, and what to do.

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Patch, Renderer, Snippet};
use app::catalog::Problem;
use app::diagnostic::{Diagnostic, Edit, Severity};
use app::text::{Span, Text};

use super::excerpt::Excerpt;
use super::rewriting::{self, rewrites_lines};
use super::visible::visible;

/// The longest insertion that is drawn; of longer ones only the title is shown.
const LONGEST_PATCH: usize = 400;

/// Whether the terminal shows colors.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Style {
    Plain,
    Colored,
}

impl Style {
    const fn renderer(self) -> Renderer {
        match self {
            Self::Plain => Renderer::plain(),
            Self::Colored => Renderer::styled(),
        }
    }
}

/// Draws a diagnostic with the lines it is about.
pub fn draw(file: &str, text: &Text, diagnostic: &Diagnostic, style: Style) -> String {
    let file = visible(file);
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    };
    let title = level.primary_title(visible(&diagnostic.message)).id(diagnostic.rule.id);
    let label = label_of(diagnostic);
    let mut group = title.elements(place(&file, text, diagnostic.span, AnnotationKind::Primary, label));
    for related in &diagnostic.related {
        let label = Some(visible(&related.message).into_owned());
        group = group.elements(place(&file, text, related.span, AnnotationKind::Context, label));
    }
    if !diagnostic.rule.summary.is_empty() {
        group = group.element(Level::NOTE.message(diagnostic.rule.summary));
    }
    if !diagnostic.rule.clause.is_empty() {
        group = group.element(Level::NOTE.with_name("contract").message(diagnostic.rule.clause));
    }
    let mut report = vec![group];
    report.extend(diagnostic.fix.as_ref().map(|fix| help(text, fix)));
    let mut drawn = style.renderer().render(&report);
    let rewriting = diagnostic.fix.as_ref().filter(|fix| rewrites_lines(fix) && is_drawn(fix));
    if let Some(fix) = rewriting {
        drawn.push('\n');
        drawn.push_str(&rewriting::draw(text, fix, style));
    }
    drawn
}

/// Draws what is wrong with a file that should declare a format.
pub fn draw_problem(file: &str, text: &Text, problem: &Problem, style: Style) -> String {
    drawn(Level::ERROR, file, text, problem, style)
}

/// Draws what is doubtful about a file that declares a format.
pub fn draw_doubt(file: &str, text: &Text, doubt: &Problem, style: Style) -> String {
    drawn(Level::WARNING, file, text, doubt, style)
}

fn drawn(level: Level<'_>, file: &str, text: &Text, problem: &Problem, style: Style) -> String {
    let span = Span::new(problem.span.start as u32, problem.span.end as u32);
    let file = visible(file);
    let title = level.primary_title(visible(&problem.message));
    let mut group = title.elements(place(&file, text, span, AnnotationKind::Primary, None));
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    style.renderer().render(&[group])
}

const fn is_drawn(fix: &Edit) -> bool {
    fix.insert.len() <= LONGEST_PATCH
}

/// Returns the marked lines with file name, line and column.
fn place<'a>(
    file: &'a str,
    text: &Text,
    span: Span,
    kind: AnnotationKind,
    label: Option<String>,
) -> Vec<Element<'a>> {
    let position = text.position(span.start);
    let Excerpt { source, line, marked, .. } = Excerpt::of(text, span);
    let drawn_column = source.get(..marked.start).map_or(0, |before| before.chars().count() as u32) + 1;
    let snippet =
        Snippet::source(source).line_start(line as usize).annotation(kind.span(marked).label(label));
    if position.line == line && position.column == drawn_column {
        return vec![snippet.path(file).into()];
    }
    // The line is cut, or characters are escaped before the place, so that the drawn column is not the real one.
    let origin = Origin::path(file).line(position.line as usize).char_column(position.column as usize);
    vec![origin.into(), snippet.into()]
}

fn label_of(diagnostic: &Diagnostic) -> Option<String> {
    let expected = diagnostic.expected.as_deref().map(visible)?;
    Some(match diagnostic.found.as_deref().map(visible) {
        Some(found) => format!("expected {expected}, found {found}"),
        None => format!("expected {expected}"),
    })
}

/// Returns the title of an edit and the line after it.
fn help<'a>(text: &Text, fix: &'a Edit) -> Group<'a> {
    let title = Level::HELP.secondary_title(visible(&fix.title));
    if !is_drawn(fix) || rewrites_lines(fix) {
        return Group::with_title(title);
    }
    let Excerpt { source, line, marked, .. } = Excerpt::of(text, fix.span);
    let insert: Vec<_> = fix.insert.split('\n').map(visible).collect();
    title.element(
        Snippet::source(source).line_start(line as usize).patch(Patch::new(marked, insert.join("\n"))),
    )
}

#[cfg(test)]
mod tests {
    use app::diagnostic::Rule;

    use super::*;

    static VERDICT: Rule = Rule {
        id: "unknown-verdict",
        severity: Severity::Error,
        summary: "a verdict that is not one of the two decides nothing",
        clause: "5.1 Review Report, Verdict: enum (`APPROVED` | `NEEDS_CHANGES`)",
    };
    static SPELLING: Rule = Rule { severity: Severity::Warning, id: "spelling", ..VERDICT };

    fn check(source: &str, diagnostic: &Diagnostic) -> String {
        draw("reports/a.md", &Text::new(source), diagnostic, Style::Plain)
    }

    #[test]
    fn a_diagnostic_says_what_where_why_and_what_to_do() {
        let span = Span::new(41, 46);
        let diagnostic = Diagnostic::new(&VERDICT, span, "`MAYBE` is no verdict")
            .expected("`APPROVED` or `NEEDS_CHANGES`")
            .fix("say `NEEDS_CHANGES`", span, "NEEDS_CHANGES")
            .related(Span::new(50, 61), "this finding is critical");
        let source = "# Review Report: billing\n\n\n\n\n## Verdict: MAYBE\n\n| critical at |\n";
        insta::assert_snapshot!(check(source, &diagnostic));
    }

    #[test]
    fn new_lines_are_below_the_old_ones() {
        let source = "# Title\n\n> a | b\n> c\n\nend\n";
        let span = Span::new(9, 20);
        let diagnostic = Diagnostic::new(&SPELLING, span, "the lines are in a quote");
        let insert = "a | b\nand more\nc";
        insta::assert_snapshot!(check(source, &diagnostic.fix("Take the marks away", span, insert)));
        let span = Span::new(17, 20);
        let below = Diagnostic::new(&SPELLING, span, "the line is alone").fix("Write two", span, "> c\n> d");
        insta::assert_snapshot!(check(source, &below));
    }

    #[test]
    fn a_line_of_two_megabytes_is_cut() {
        let source = format!("{}MAYBE{}", "x".repeat(1_000_000), "y".repeat(1_000_000));
        let span = Span::new(1_000_000, 1_000_005);
        insta::assert_snapshot!(check(&source, &Diagnostic::new(&SPELLING, span, "written oddly")));
    }

    #[test]
    fn nothing_from_outside_steers_the_terminal() {
        let source = "## Verdict: \u{1b}[2J\u{202e}OK\n";
        let diagnostic = Diagnostic::new(&SPELLING, Span::new(12, 21), "`\u{1b}[2J` is no verdict");
        let drawn = check(source, &diagnostic);
        assert!(!drawn.contains(['\u{1b}', '\u{202e}']));
        insta::assert_snapshot!(drawn);
    }
}
