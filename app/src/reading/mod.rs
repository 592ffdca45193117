//! Reads small pieces of text as their authors meant them: words, numbers, scores, places in files.
//!
//! Agents decorate what a contract wants plain (`**HIGH**`, `🟡 Pending`, `92/100`, `L42-45`). Every room reads
//! such pieces through these functions, so that a deviation understood in one format is understood in all.

mod choice;
mod claimed;
mod clean;
mod column_shape;
mod columns;
mod contradictions;
mod count;
mod date;
mod entries;
mod in_a_row;
mod instant;
mod labels;
mod lexicon;
mod line_number;
mod location;
mod nothing;
mod number;
mod one_of;
mod opener;
mod other_cells;
mod parted;
mod parts;
mod placeholder;
mod quote;
mod record;
mod report;
mod rows;
mod scope;
mod score;
mod severity_words;
mod spelled_date;
mod stems;
mod struck;
mod table_shape;
mod text_shape;
mod title;
mod titled_opener;

pub use choice::{Choice, choose, choose_by, nearest};
pub use claimed::claimed_total;
pub use clean::{
    capitalized, cell_words, clean, cleaned, head, is_emoji, is_none, is_normal_of, joined, normal,
    same_but_dashes, uncommented, unescaped,
};
pub use column_shape::report_columns;
pub use columns::Columns;
pub use contradictions::Contradictions;
pub use count::counted;
pub use date::{date, days_since_1970};
pub use entries::{Entry, entries_of, required_entries};
pub use in_a_row::in_a_row;
pub use instant::{DAY_MS, Instant, instant, start_of_day};
pub use labels::{
    LABEL_FORM, LABEL_NAME, LABEL_NAMES, LABELS, Label, LabelName, Labels, MISSING_VALUE, Origin, Stated,
    find_label, first_line, label_key, labelled, may_hold_more, report_label_name,
};
pub use lexicon::Lexicon;
pub use line_number::{LineNumbers, line_numbers};
pub use location::{Location, location, may_name_file};
pub use nothing::says_nothing;
pub use number::{Figure, Number};
pub(crate) use one_of::words;
pub use one_of::{OneOf, UNKNOWN_WORD, WORD_SPELLING, WORDS, Word, read_listed, read_word};
pub use opener::{count_labels, report_opener};
pub use other_cells::{OtherCell, OtherColumns};
pub use parted::{Mark, cut, half, parted_by_colon, parted_by_dash, read_halves};
pub use parts::{
    MISSING_SECTION, Part, PartName, Parts, SECTION_LEVEL, SECTION_NAME, SECTIONS, section_name,
};
pub use placeholder::{holds_placeholder, is_placeholder, report_placeholder};
pub use quote::{bold_line, linked, unquoted};
pub use record::{read_date, report_unfilled};
pub use report::{Halves, ReportReader, read_figure};
pub use rows::{TableRow, read_rows};
pub use scope::{Item, Scope};
pub use score::{Score, ScoreForm, score};
pub use severity_words::{SeverityLevel, is_finding_noun, is_rank};
pub use spelled_date::{SpelledDate, spelled_date};
pub use stems::{Stems, may_be_korean};
pub use struck::without_struck;
pub use table_shape::{
    COLUMN_NAME, EXTRA_CELLS, EXTRA_COLUMN, MISSING_CELLS, MISSING_COLUMN, MISSING_TABLE_RULE, OPEN_ROW,
    PARTED_TABLE, TABLES, UNESCAPED_PIPE, fixed_row, line_break, report_row,
};
pub use text_shape::{FENCES, MOJIBAKE, PLACEHOLDER, TEXT, UNCLOSED_FENCE, report_mojibake, report_text};
pub use title::{NumberedTitle, numbered_title};
pub use titled_opener::{HEADING_FORM, HEADINGS, has_label, is_last, read_opener, report_name};
