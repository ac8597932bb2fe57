import { describePlan } from '../format/staged-plan.ts';
import type { ReleaseSummary } from '../format/documents.ts';

/** A difference between two releases for one part: its live version, its canary, or its fallbacks. */
export interface PartChange {
  readonly name: string;
  readonly kind: 'live' | 'canary' | 'fallback' | 'second-fallback';
  /** Version before; null if there was none. */
  readonly from: string | null;
  /** Version after; null if there is none any more. */
  readonly to: string | null;
  /**
   * Share of the visitors before and after, in per cent: of a canary, or (only before) of one that everybody gets now.
   */
  readonly fromPercent?: number;
  readonly percent?: number;
  /** The staged plan of a canary if the release gives it another one; null if it takes it away. */
  readonly plan?: string | null;
}

type Parts = Pick<ReleaseSummary, 'shell' | 'remotes' | 'canaries'>;

const NOTHING = { remotes: {}, canaries: {} } as const;

/** The version of a part that everybody gets; undefined where it is not live. */
export function liveVersion(release: Partial<Parts> | undefined, name: string): string | undefined {
  return name === 'shell' ? release?.shell?.version : release?.remotes?.[name]?.version;
}

function canaryChange(before: Partial<Parts>, after: Parts, name: string): PartChange | undefined {
  const [from, to] = [before.canaries?.[name], after.canaries[name]];
  const [had, has] = [from, to].map((canary) => canary?.stagedPlan && describePlan(canary.stagedPlan));
  if (from?.version === to?.version && from?.percent === to?.percent && had === has) return undefined;
  return {
    name,
    kind: 'canary',
    from: from?.version ?? null,
    to: to?.version ?? null,
    ...(from ? { fromPercent: from.percent } : {}),
    ...(to ? { percent: to.percent } : {}),
    ...(to && had !== has ? { plan: has ?? null } : {}),
  };
}

/**
 * The changes of a part's live version and its canary. A canary that everybody gets now has not ended: it is one
 * change.
 */
function liveAndCanary(before: Partial<Parts>, after: Parts, name: string): readonly (PartChange | undefined)[] {
  const live = versionChange(name, 'live', liveVersion(before, name), liveVersion(after, name));
  const canary = canaryChange(before, after, name);
  const isForEverybody = live && canary?.to === null && canary.from === live.to;
  return isForEverybody ? [{ ...live, fromPercent: before.canaries?.[name]?.percent ?? 0 }] : [live, canary];
}

function versionChange(
  name: string,
  kind: Exclude<PartChange['kind'], 'canary'>,
  from: string | undefined,
  to: string | undefined,
): PartChange | undefined {
  return from === to ? undefined : { name, kind, from: from ?? null, to: to ?? null };
}

/** The changes from `before` to `after`, part by part: the shell first, then the remotes by name. */
export function changesBetween(before: Parts | undefined, after: Parts): readonly PartChange[] {
  const old: Partial<Parts> = before ?? NOTHING;
  const names = [old, after].flatMap(({ remotes = {}, canaries = {} }) => [
    ...Object.keys(remotes),
    ...Object.keys(canaries),
  ]);
  const sorted = ['shell', ...[...new Set(names)].filter((name) => name !== 'shell').sort()];
  return sorted
    .flatMap((name) => [
      ...liveAndCanary(old, after, name),
      versionChange(name, 'fallback', old.remotes?.[name]?.fallback?.version, after.remotes[name]?.fallback?.version),
      versionChange(
        name,
        'second-fallback',
        old.remotes?.[name]?.fallback?.fallback?.version,
        after.remotes[name]?.fallback?.fallback?.version,
      ),
    ])
    .filter((change) => change !== undefined);
}

function describeLive({ name, from, to, fromPercent }: PartChange): string {
  if (to === null) return `${name} ${from ?? ''} is taken out`;
  const wasCanary = fromPercent === undefined ? '' : ` (was a canary for ${String(fromPercent)} %)`;
  return `${from === null ? `${name} ${to} is new` : `${name} ${from} -> ${to}`}${wasCanary}`;
}

function describeCanary({ name, from, to, fromPercent, percent, plan }: PartChange): string {
  if (to === null) return `canary of ${name} ${from ?? ''} ends`;
  const before = from === to && fromPercent !== percent ? ` (was ${String(fromPercent)} %)` : '';
  const planned = plan === null ? ', without its plan' : plan === undefined ? '' : `, by the plan "${plan}"`;
  const instead = from !== null && from !== to ? ` instead of ${from}` : '';
  return `canary of ${name} ${to}${instead} for ${String(percent)} %${before}${planned}`;
}

function describe(change: PartChange): string {
  if (change.kind === 'live') return describeLive(change);
  if (change.kind === 'canary') return describeCanary(change);
  const which = change.kind === 'fallback' ? 'fallback' : 'second fallback';
  return `${which} of ${change.name} ${change.from ?? 'none'} -> ${change.to ?? 'none'}`;
}

/** For people: "mfe-hubs 1.0.0 -> 1.1.0, fallback of mfe-hubs none -> 1.0.0". */
export function describeChanges(changes: readonly PartChange[]): string {
  return changes.length === 0 ? 'nothing' : changes.map(describe).join(', ');
}
