/** Texts that tests send: written here, in the contract's shape where a test says nothing else. */

export interface Finding {
  file?: string;
  line?: number;
  severity?: string;
  description?: string;
  suggestion?: string;
}

export interface Report {
  scope?: string;
  verdict?: string;
  score?: number;
  summary?: string;
  findings?: Finding[];
}

export function reviewReport(report: Report = {}): string {
  const { scope = "the ledger's rounding", verdict = "APPROVED", score = 92 } = report;
  const { summary = "The change does what it says. Two remarks.", findings = FINDINGS } = report;
  return [
    `# Review Report: ${scope}`,
    "",
    `## Verdict: ${verdict}`,
    `## Score: ${score}%`,
    "",
    "## Summary",
    summary,
    "",
    "## Findings",
    "| # | File | Line | Severity | Description | Suggestion |",
    "|---|------|------|----------|-------------|------------|",
    ...findings.map(row),
    "",
  ].join("\n");
}

/** A report of about so many bytes, all of it findings. */
export function longReport(bytes: number): { text: string; findings: number } {
  const rows = Math.ceil(bytes / row({}, 10_000).length);
  const findings = Array.from({ length: rows }, () => ({}));
  return { text: reviewReport({ scope: "everything at once", findings }), findings: rows };
}

const FINDINGS: Finding[] = [
  { severity: "medium", description: "Rounds half away from zero", suggestion: "Round half to even" },
  { severity: "low", description: "The name says nothing", suggestion: "Call it `carry`" },
];

function row(finding: Finding, index: number): string {
  const { file = "src/ledger/rounding.rs", line = 40 + (index % 400), severity = "low" } = finding;
  const { description = "The sum is taken twice", suggestion = "Take it once" } = finding;
  return `| ${index + 1} | ${file} | ${line} | ${severity} | ${description} | ${suggestion} |`;
}

/** A document of no format that is read, which shows its own. */
export const SHIFT_MEMO = [
  "# Shift Memo: a <b>quiet</b> & short night",
  "",
  "**State:** done",
  "**Handled:** 92%",
  "",
  "## Open Questions",
  "",
  "- Wait for the index?",
  "- Who takes Monday?",
  "",
].join("\n");
