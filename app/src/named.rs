//! Enums whose values have names.

/// Declares enums with the name of each value: `pub enum Outcome { Pass = "pass", Fail = "fail", }`.
macro_rules! named {
    ($($(#[$meta:meta])* $visibility:vis enum $name:ident {
        $($(#[$attribute:meta])* $value:ident = $word:literal,)*
    })*) => {$(
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        $visibility enum $name {
            $($(#[$attribute])* $value,)*
        }

        impl $name {
            /// Returns the value of a name.
            #[allow(dead_code, reason = "not every name is read back")]
            $visibility fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.as_str() == name)
            }

            $visibility const ALL: [Self; [$($word),*].len()] = [$(Self::$value),*];

            $visibility const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$value => $word,)*
                }
            }
        }
    )*};
}

pub(crate) use named;

/// A page of the manual, which the playground's code leaves out: only the server shows manuals.
#[cfg(feature = "reading")]
macro_rules! manual {
    ($page:literal) => {
        if cfg!(target_arch = "wasm32") { "" } else { include_str!($page) }
    };
}

#[cfg(feature = "reading")]
pub(crate) use manual;
