const DAY_MS = 24 * 60 * 60 * 1000;

/** A record of a quarantine of seven days that began so many days ago. */
export function quarantine(daysAgo: number): string {
  const began = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
  return `# Quarantine Record

**Subcommand:** quarantine
**Target Type:** chain
**Target ID:** chain-7f31c9
**Reason:** Gate 4: three tables without Waits For in a day.
**Quarantined At:** ${began}
**Auto-Release:** yes
**TTL:** 7 days
`;
}
