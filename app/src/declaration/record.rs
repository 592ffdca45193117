//! A record as a table: one row for each field, from which the type and its description both come.

/// Declares structs and describes their fields, a row each: `name: Type = need Kind`. Behind `as` a record names the
/// case of its JSON, and a field its name there. Behind the kind a row may name the field's
/// [`Source`](crate::declaration::Source), as in `= required Text; Label(&["Issue"])`, and behind `=>` it goes on with
/// methods of [`FieldSpec`](crate::declaration::FieldSpec). What follows `..` is in the struct, but is no declared field.
///
/// A record `from JSON` is filled by serde with what [`read_fields`](crate::json::read_fields) reads of an answer.
macro_rules! record {
    ($(#[$meta:meta])* pub struct $name:ident from JSON { $($rows:tt)* } $($others:tt)*) => {
        $crate::declaration::record! {
            @build written "snake_case"
            $(#[$meta])* #[derive(serde::Deserialize)] #[serde(default)] $name { $($rows)* }
        }
        $crate::declaration::record! { $($others)* }
    };
    ($(#[$meta:meta])* pub struct $name:ident as camelCase { $($rows:tt)* } $($others:tt)*) => {
        $crate::declaration::record! { @build camel "camelCase" $(#[$meta])* $name { $($rows)* } }
        $crate::declaration::record! { $($others)* }
    };
    ($(#[$meta:meta])* pub struct $name:ident { $($rows:tt)* } $($others:tt)*) => {
        $crate::declaration::record! { @build written "snake_case" $(#[$meta])* $name { $($rows)* } }
        $crate::declaration::record! { $($others)* }
    };
    () => {};
    (@build $case:ident $rename:literal $(#[$meta:meta])* $name:ident {
        $($(#[$attribute:meta])* $field:ident $(as $json:literal)?: $type:ty = $need:ident
            $kind:expr $(; $source:expr)? $(=> $more:ident $arguments:tt)*,)*
        $(.. $($(#[$other_attribute:meta])* $other:ident: $other_type:ty,)*)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
        #[serde(rename_all = $rename)]
        pub struct $name {
            $($(#[$attribute])* $(#[serde(rename = $json)])? pub $field: $type,)*
            $($($(#[$other_attribute])* pub $other: $other_type,)*)?
        }

        impl $name {
            pub const FIELDS: &'static [$crate::declaration::FieldSpec] = {
                #[allow(unused_imports, reason = "each record has fields of a few types")]
                use $crate::declaration::{FieldType::*, Source::*};
                &[$($crate::declaration::FieldSpec::$need(
                    $crate::declaration::record!(@name $case $field $($json)?),
                    $kind,
                )$(.from($source))?$(.$more $arguments)*),*]
            };
        }
    };
    (@name $case:ident $field:ident $json:literal) => { $json };
    (@name written $field:ident) => { stringify!($field) };
    (@name camel $field:ident) => {{
        const WRITTEN: &str = stringify!($field);
        const LETTERS: [u8; $crate::declaration::camel_length(WRITTEN)] = $crate::declaration::camel(WRITTEN);
        match std::str::from_utf8(&LETTERS) {
            Ok(name) => name,
            Err(_) => WRITTEN,
        }
    }};
}

pub(crate) use record;

/// Returns the length of a name in camel case.
pub const fn camel_length(name: &str) -> usize {
    let mut length = 0;
    let mut rest = name.as_bytes();
    while let [letter, after @ ..] = rest {
        length += (*letter != b'_') as usize;
        rest = after;
    }
    length
}

/// Returns `rootCause` for `root_cause`.
pub const fn camel<const LENGTH: usize>(name: &str) -> [u8; LENGTH] {
    let mut written = [0; LENGTH];
    let mut free = written.as_mut_slice();
    let mut rest = name.as_bytes();
    let mut is_first = false;
    while let [letter, after @ ..] = rest {
        rest = after;
        if *letter != b'_'
            && let [place, others @ ..] = free
        {
            *place = if is_first { letter.to_ascii_uppercase() } else { *letter };
            free = others;
        }
        is_first = *letter == b'_';
    }
    written
}
