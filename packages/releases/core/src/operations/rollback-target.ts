import { MAX_FALLBACKS } from '@portal/contract/fallbacks';
import type { ReleasedPart } from '../format/release.ts';
import { checkVersion } from '../policy/policy.ts';
import type { Assessment, Standing } from '../policy/assess-version.ts';
import { assessVersion, GOOD_MS } from '../policy/assess-version.ts';
import type { Refusal } from '../policy/refusal.ts';
import type { ReleaseSummary } from '../format/documents.ts';
import { readEvidence } from '../store/evidence.ts';
import { liveVersion } from '../store/release-diff.ts';
import type { Store } from '../store/store.ts';
import type { Gap } from '../store/version-history.ts';
import { beginOfRun, earlierVersions, gapSince, rolledBackFrom } from '../store/version-history.ts';
import { duration } from '../format/format-values.ts';

/** A version that was live later than the chosen one, and is not chosen. */
interface PassedOver {
  readonly version: string;
  /** Its standing, or `refused` if a rule speaks against it. */
  readonly because: Standing | 'refused';
  /** A sentence. */
  readonly why: string;
}

interface Reasons {
  /** The reason for the choice, as the end of a sentence: "mfe-hubs goes back to 1.0.0: known good since …". */
  readonly why: string;
  /** What would have been an earlier choice; the latest first. */
  readonly passedOver: readonly PassedOver[];
}

/** The version that a rollback returns to while nobody names one, and why. Plain data. */
export type RollbackTarget = Reasons &
  (
    | { readonly kind: 'version'; readonly version: string; readonly standing: Standing }
    /** No version may return. */
    | { readonly kind: 'nothing' }
    /** Releases that cannot be read may hide the version. */
    | { readonly kind: 'gap'; readonly gap: Gap }
  );

/** What to choose from. */
interface TargetQuestion {
  readonly store: Store;
  /** The history; the part leaves the version of its last step. */
  readonly steps: readonly ReleaseSummary[];
  readonly name: string;
  /** Versions that are about to be yanked. */
  readonly except?: ReadonlySet<string> | undefined;
  /** Why a version cannot run beside the other parts. */
  readonly checkAgainstLive: (part: ReleasedPart) => readonly Refusal[];
}

/** What is known of a version of a part, by its evidence and the history. */
export async function assess(
  store: Store,
  steps: readonly ReleaseSummary[],
  name: string,
  version: string,
): Promise<Assessment> {
  const evidence = await readEvidence(store, name, version);
  return assessVersion({ evidence, leftBy: rolledBackFrom(steps, name).get(version) });
}

interface Candidate extends Assessment {
  readonly version: string;
  /** Index of the last step at which everybody had it. */
  readonly at: number;
  /** When everybody had it last, ISO 8601. */
  readonly from: string;
  readonly until: string;
}

interface Usable extends Candidate {
  readonly part: ReleasedPart;
}

interface Found {
  /** The best first. */
  readonly usable: readonly Usable[];
  readonly passedOver: readonly PassedOver[];
}

/** The best first; those that are not here are never chosen. */
const RANKS: readonly Standing[] = ['good', 'no-worse', 'unproven'];

/**
 * Whether everybody had it for an hour: versions in a hurry replace each other because they fail, also where nobody
 * counts visits.
 */
const isSettled = ({ from, until }: Candidate) => Date.parse(until) - Date.parse(from) >= GOOD_MS;

function compareCandidates(a: Candidate, b: Candidate): number {
  return RANKS.indexOf(a.standing) - RANKS.indexOf(b.standing) || Number(isSettled(b)) - Number(isSettled(a));
}

/** Versions in the store that everybody had before the present one, the latest first. */
async function candidates({ store, steps, name, except }: TargetQuestion): Promise<readonly Candidate[]> {
  const published = new Set(await store.versions(name));
  const earlier = [...earlierVersions(steps, name)].filter(
    ([version]) => published.has(version) && !except?.has(version),
  );
  return Promise.all(
    earlier.map(async ([version, at]) => ({
      version,
      at,
      from: steps[beginOfRun(steps, name, at)]?.createdAt ?? '',
      until: steps[at + 1]?.createdAt ?? '',
      ...(await assess(store, steps, name, version)),
    })),
  );
}

/**
 * The versions to return to, `wanted` of them at most: good ones first, then those whose canary was no worse, then the
 * others, before all those that everybody had for an hour, the latest of each first; never one that failed, was rolled
 * back from, is yanked or incomplete, or does not fit.
 */
async function findTargets(question: TargetQuestion, wanted: number): Promise<Found> {
  const { store, name, checkAgainstLive } = question;
  const all = await candidates(question);
  const ranked = all.filter(({ standing }) => RANKS.includes(standing)).toSorted(compareCandidates);
  const usable: Usable[] = [];
  const refused = new Map<string, string>();
  for (const candidate of ranked) {
    if (usable.length === wanted) break;
    const { part, refusals } = await checkVersion(store, name, candidate.version);
    const [refusal] = part && refusals.length === 0 ? checkAgainstLive(part) : refusals;
    if (refusal) refused.set(candidate.version, refusal.problem);
    else if (part) usable.push({ ...candidate, part });
  }
  const [best] = usable;
  const passedOver = all.flatMap(({ version, at, standing, why }): readonly PassedOver[] => {
    const problem = refused.get(version);
    if (problem !== undefined) return [{ version, because: 'refused', why: problem }];
    if (!RANKS.includes(standing) || (best && at > best.at))
      return [{ version, because: standing, why: `Not ${version}: ${why}.` }];
    return [];
  });
  return { usable, passedOver };
}

function whyThis(candidate: Candidate): string {
  const { version, from, until, standing, why } = candidate;
  if (standing !== 'unproven') return why;
  const latest = isSettled(candidate) ? 'the latest that everybody had for an hour' : 'the latest before it';
  return `${latest}; ${version} was live for ${duration(from, until)}, ${why}`;
}

/**
 * The version that a rollback returns to while nobody names one: for a rollback, on the command line and in the
 * console.
 */
export async function chooseRollbackTarget(question: TargetQuestion): Promise<RollbackTarget> {
  const { store, steps, name } = question;
  const current = liveVersion(steps.at(-1), name) ?? '';
  const { usable, passedOver } = await findTargets(question, 1);
  const [best] = usable;
  const gap = gapSince(steps, name, { from: best?.at ?? -1, logged: await store.loggedReleases() });
  if (gap) {
    const why = `${describeGap(gap)} cannot be read, so the version of ${name} that was live before ${current} is unknown`;
    return { kind: 'gap', gap, why, passedOver };
  }
  if (best)
    return {
      kind: 'version',
      version: best.version,
      standing: best.standing,
      why: whyThis(best),
      passedOver,
    };
  return { kind: 'nothing', why: `no version of ${name} that could return was live before ${current}`, passedOver };
}

/** The versions that take over in the page, one after the other, when that of the last step fails; two at most. */
export async function chooseFallbacks(question: TargetQuestion): Promise<readonly ReleasedPart[]> {
  const { usable } = await findTargets(question, MAX_FALLBACKS);
  return usable.map(({ part }) => part);
}

/** Why versions are passed over, in sentences; those of which merely less is known share one. */
export function describePassedOver(passedOver: readonly PassedOver[]): readonly string[] {
  const isLess = ({ because }: PassedOver) => because === 'unproven' || because === 'no-worse';
  const others = passedOver.filter(isLess).map(({ version }) => version);
  return [
    ...passedOver.filter((each) => !isLess(each)).map(({ why }) => why),
    ...(others.length === 0
      ? []
      : [`Not ${others.join(', ')}: less is known of ${others.length === 1 ? 'it' : 'them'}.`]),
  ];
}

/** "Release 2", "Releases 2 to 4". */
export function describeGap({ first, last }: Gap): string {
  return first === last ? `Release ${String(first)}` : `Releases ${String(first)} to ${String(last)}`;
}
