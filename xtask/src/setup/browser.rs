//! The browser that tests run in, and the fonts of their screenshots.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{debian, node};
use crate::process;

const PROGRAMS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const FIREFOX: &[&str] = &["firefox-esr", "firefox"];
const MAC_APPLICATION: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";
/// Font families that the styles name, and the packages that contain them.
const FONTS: &[(&str, &str)] = &[
    ("Inter", "fonts-inter"),
    ("Noto Sans CJK", "fonts-noto-cjk"),
    ("Noto Color Emoji", "fonts-noto-color-emoji"),
];

/// Finds Chromium, or installs it. `end2end` holds Playwright, which may have one of its own.
pub fn ensure(end2end: &Path) -> Result<PathBuf> {
    node::ensure(end2end)?;
    let present = installed().or_else(|| of_playwright(end2end));
    if debian::can_install() {
        let browser = present.is_none().then_some("chromium");
        let packages: Vec<&str> = browser.into_iter().chain(missing_fonts()).collect();
        if !packages.is_empty() {
            debian::install(&packages)?;
        }
    } else if present.is_none() {
        let install = ["playwright", "install", "chromium"];
        process::quietly(node::npm("npx").args(install).current_dir(end2end))
            .context("in the folder end2end")?;
    }
    let Some(browser) = present.or_else(installed).or_else(|| of_playwright(end2end)) else {
        bail!("no Chromium was found; install one with: {}", one_command());
    };
    Ok(browser)
}

/// Finds Firefox, or installs it where packages can be installed. Tests run without it, and say so.
pub fn firefox() -> Result<Option<PathBuf>> {
    let installed =
        || FIREFOX.iter().filter_map(|program| process::find(program)).find(|program| starts(program));
    if let Some(browser) = installed() {
        return Ok(Some(browser));
    }
    if debian::can_install() {
        debian::install(&["firefox-esr"])?;
    }
    Ok(installed())
}

fn one_command() -> &'static str {
    if debian::is_debian() {
        "sudo apt-get install -y chromium"
    } else {
        "cd end2end && npx playwright install --with-deps chromium"
    }
}

/// Returns the first program that starts. Ubuntu's `chromium-browser` may be a script that only refers to a snap.
fn installed() -> Option<PathBuf> {
    let candidates = PROGRAMS.iter().filter_map(|program| process::find(program));
    candidates.chain([PathBuf::from(MAC_APPLICATION)]).find(|program| starts(program))
}

fn of_playwright(end2end: &Path) -> Option<PathBuf> {
    let script = "process.stdout.write(require('@playwright/test').chromium.executablePath())";
    let output = Command::new("node").args(["-e", script]).current_dir(end2end).output().ok()?;
    let program = PathBuf::from(String::from_utf8(output.stdout).ok()?);
    starts(&program).then_some(program)
}

fn starts(program: &Path) -> bool {
    program.is_file()
        && Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Returns the packages of missing fonts. Without them screenshots look different, but the tests pass.
fn missing_fonts() -> impl Iterator<Item = &'static str> {
    let list = Command::new("fc-list").args([":", "family"]).output().map(|output| output.stdout);
    let families = String::from_utf8_lossy(&list.unwrap_or_default()).into_owned();
    FONTS
        .iter()
        .filter(move |(family, _)| !families.lines().any(|line| line.starts_with(family)))
        .map(|it| it.1)
}
