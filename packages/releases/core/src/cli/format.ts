import type { Release } from '../format/release.ts';
import { minute } from '../format/format-values.ts';
import { describePlan } from '../format/staged-plan.ts';
import type { ChangeResult } from '../operations/apply-request.ts';
import { isOverdue } from '../operations/guarded-promotion.ts';
import type { CanaryPlan } from '../operations/read-status.ts';
import type { RollbackTarget } from '../operations/rollback-target.ts';
import { describePassedOver } from '../operations/rollback-target.ts';
import type { ServedResult } from '../operations/served-release.ts';
import { describeServed } from '../operations/served-release.ts';
import { describeChanges } from '../store/release-diff.ts';
import type { CommandOutput } from './command.ts';
import { EXIT } from '../service-api/exit-codes.ts';

/** A release in `--json` output: without the manifests, which the store has. */
export function releaseDocument(release: Release): object {
  const { number, createdAt: at, createdBy: by, reason, action, urgent, shell, remotes, canaries } = release;
  return {
    number,
    at,
    by,
    reason,
    action,
    urgent,
    shell: shell.version,
    remotes: Object.fromEntries(
      Object.entries(remotes).map(([name, { version, fallback }]) => [
        name,
        { version, fallback: fallback?.version ?? null, secondFallback: fallback?.fallback?.version ?? null },
      ]),
    ),
    canaries: Object.fromEntries(
      Object.entries(canaries).map(([name, { version, percent, since, bucketingKey, stagedPlan }]) => [
        name,
        { version, percent, since, bucketingKey, plan: stagedPlan ? describePlan(stagedPlan) : null },
      ]),
    ),
  };
}

/** A paragraph of lines; those that are none are left out. */
export function lines(...all: readonly (string | false | null | undefined)[]): string {
  return all.filter((line) => typeof line === 'string').join('\n');
}

const KIB = 1024;

export const kib = (bytes: number) => `${String(Math.ceil(bytes / KIB))} KiB`;

/** Text without control characters: store objects and builds may contain some, and a terminal would execute them. */
export function printable(text: string): string {
  return text.replaceAll(/(?!\n)\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** ", served by 2 of 2 after 0.8 s", or an empty text if no web server is known. */
export const servedBy = (served: ServedResult | null) => (served ? `, ${describeServed(served)}` : '');

/** The rollback target of a part, why it is that, and which later versions are passed over. */
export function formatRollbackTarget(name: string, choice: RollbackTarget): string {
  const target = choice.kind === 'version' ? choice.version : 'none';
  return [`Rollback target of ${name}: ${target} (${choice.why}).`, ...describePassedOver(choice.passedOver)].join(' ');
}

/** Said in a dry run. */
export const SECOND_PERSON = 'A second person would have to say yes first.';

/** How far a guarded promotion is, and what to do if nobody goes on with it. `now` in milliseconds since the epoch. */
export function formatGuard(
  name: string,
  version: string,
  { percent, plan }: { readonly percent: number; readonly plan: CanaryPlan },
  now: number,
): string {
  const share = `${String(percent)} % of the visitors`;
  const until = minute(plan.until);
  if (!isOverdue(plan, now))
    return `${name} ${version} is being given to everybody: ${share} until ${until}, then everybody, unless it is clearly worse.`;
  return (
    `WARNING: ${name} ${version} should have been given to everybody at ${until}, but still only ${share} get it. ` +
    `Does the release service run, whose watcher does that? By hand: npm run release -- promote ${name}@${version} --reason "…"`
  );
}

/** The result of a promotion or a rollback, why it is that, and the next step. */
export function formatChange(
  { outcome, release, changes, warnings, rollbackTarget, served, dryRun, needsApproval }: ChangeResult,
  next: string,
  why?: string,
): CommandOutput {
  const what =
    changes.length === 0
      ? `, with the same versions${release?.urgent ? ', and urgent' : ''}`
      : `: ${describeChanges(changes)}`;
  const output =
    outcome === 'released'
      ? lines(
          needsApproval && SECOND_PERSON,
          `Release ${String(release?.number)} ${dryRun ? 'would be' : 'is'} live${servedBy(served)}${what}.`,
          why,
          dryRun ? undefined : next,
        )
      : `Nothing to change: release ${String(release?.number)} is already as requested.`;
  return {
    text: lines(output, ...warnings.map((warning) => `WARNING: ${warning}`)),
    json: {
      outcome,
      release: release ? releaseDocument(release) : null,
      changes,
      rollbackTarget: rollbackTarget ?? null,
      warnings,
      served,
    },
    code: warnings.length > 0 || needsApproval ? EXIT.attention : EXIT.done,
  };
}

/** Columns as wide as their longest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}
