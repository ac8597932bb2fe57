import { MAX_FALLBACKS } from '@portal/contract/fallbacks';
import type { ReleasedPart } from '../format/release.ts';
import { checkVersion } from '../policy/policy.ts';
import type { Refusal } from '../policy/refusal.ts';
import type { KnownGood, Outline } from '../format/documents.ts';
import { liveVersion } from '../store/release-diff.ts';
import type { Store } from '../store/store.ts';
import type { Gap } from '../store/version-history.ts';
import { beginOfRun, gapSince, knownGoodVersions, rolledBackFrom, stepsBefore } from '../store/version-history.ts';
import { count, duration, minute, share } from '../format/plain-figures.ts';

/** A version that was live before, and does not return on its own. */
interface PassedOver {
  readonly version: string;
  /** `not-known-good`: it would be chosen if the choice were not known good. */
  readonly because: 'rolled-back' | 'refused' | 'not-known-good';
  /** A sentence. */
  readonly why: string;
}

interface Reasons {
  /** The reason for the choice, as the end of a sentence: "mfe-hubs goes back to 1.0.0: known good since …". */
  readonly why: string;
  /** What would have been an earlier choice; the latest first. */
  readonly passedOver: readonly PassedOver[];
}

/** Where a part goes back to while nobody names a version, and why. Plain data. */
export type Return = Reasons &
  (
    | { readonly kind: 'version'; readonly version: string; readonly knownGood: KnownGood | null }
    /** The remote is taken out: it was not live right before its present version. */
    | { readonly kind: 'out' }
    /** No version may return. */
    | { readonly kind: 'nothing' }
    /** Releases that cannot be read may hide the version. */
    | { readonly kind: 'gap'; readonly gap: Gap }
  );

/** What to choose from. */
interface ReturnQuestion {
  readonly store: Store;
  /** The history; the part leaves the version of its last step. */
  readonly steps: readonly Outline[];
  readonly name: string;
  /** Versions that are about to be yanked. */
  readonly except?: ReadonlySet<string> | undefined;
  /** Why a version cannot run beside the other parts. */
  readonly misfits: (part: ReleasedPart) => readonly Refusal[];
}

/** A version that may return. */
interface Candidate {
  readonly version: string;
  /** Index of the last step at which it was live. */
  readonly at: number;
  readonly knownGood: KnownGood | undefined;
}

interface Usable extends Candidate {
  readonly part: ReleasedPart;
}

interface Found {
  /** The best first. */
  readonly usable: readonly Usable[];
  readonly passedOver: readonly PassedOver[];
}

/** Versions in the store that everybody had before the present one, each once, the latest first. */
async function candidates({ store, steps, name, except }: ReturnQuestion): Promise<readonly Candidate[]> {
  const published = new Set(await store.versions(name));
  const knownGood = await knownGoodVersions(store, steps, name);
  const seen = new Set([liveVersion(steps.at(-1), name)]);
  const found: Candidate[] = [];
  for (const at of stepsBefore(steps, name)) {
    const version = liveVersion(steps[at], name);
    if (version !== undefined && !seen.has(version) && published.has(version) && !except?.has(version))
      found.push({ version, at, knownGood: knownGood.get(version) });
    seen.add(version);
  }
  return found;
}

/**
 * The versions to return to, `wanted` of them at most: known good ones first, then the others, the latest of each first; never one that
 * was rolled back from, is yanked or incomplete, or does not fit.
 */
async function findReturns(question: ReturnQuestion, wanted: number): Promise<Found> {
  const { store, steps, name, misfits } = question;
  const all = await candidates(question);
  const left = rolledBackFrom(steps, name);
  const usable: Usable[] = [];
  const reasons = new Map<string, Omit<PassedOver, 'version'>>();
  for (const { version, knownGood } of all) {
    const step = left.get(version);
    if (step && !knownGood)
      reasons.set(version, {
        because: 'rolled-back',
        why: `${name} ${version} was rolled back from by ${step.createdBy} in release ${String(step.number)}: ${step.reason}.`,
      });
  }
  const ranked = all
    .filter(({ version }) => !reasons.has(version))
    .toSorted((a, b) => Number(b.knownGood !== undefined) - Number(a.knownGood !== undefined));
  for (const candidate of ranked) {
    if (usable.length === wanted) break;
    const { part, refusals } = await checkVersion(store, name, candidate.version);
    const [refusal] = part && refusals.length === 0 ? misfits(part) : refusals;
    if (refusal) reasons.set(candidate.version, { because: 'refused', why: refusal.problem });
    else if (part) usable.push({ ...candidate, part });
  }
  const [best] = usable;
  for (const { version, at, knownGood } of all)
    if (best && at > best.at && !knownGood && !reasons.has(version))
      reasons.set(version, { because: 'not-known-good', why: `${name} ${version} is not known good.` });
  const passedOver = all.flatMap(({ version }) => {
    const reason = reasons.get(version);
    return reason ? [{ version, ...reason }] : [];
  });
  return { usable, passedOver };
}

/** "known good since 2026-11-21 03:12 UTC, 5,120 visits, 0.2 % failed". */
export function describeKnownGood({ at, visits, failed }: KnownGood): string {
  return `known good since ${minute(at)}, ${count(visits, 'visit')}, ${share(failed, visits)} failed`;
}

function whyThis({ steps, name }: ReturnQuestion, { version, at, knownGood }: Candidate, isFirst: boolean): string {
  if (knownGood) return describeKnownGood(knownGood);
  const from = steps[beginOfRun(steps, name, at)]?.createdAt ?? '';
  const time = duration(from, steps[at + 1]?.createdAt ?? '');
  return `${isFirst ? 'no version is known good yet' : 'no known good version can return'}; ${version} was live for ${time}`;
}

/** Where a part goes back to while nobody names a version: for a rollback, on the command line and in the console. */
export async function chooseReturn(question: ReturnQuestion): Promise<Return> {
  const { store, steps, name } = question;
  const current = liveVersion(steps.at(-1), name) ?? '';
  const logged = await store.loggedReleases();
  const orGap = (choice: Return, from: number): Return => {
    const gap = gapSince(steps, name, { from, logged });
    if (!gap) return choice;
    const why = `${describeGap(gap)} cannot be read, so the version of ${name} that was live before ${current} is unknown`;
    return { kind: 'gap', gap, why, passedOver: choice.passedOver };
  };
  const last = stepsBefore(steps, name).next();
  // A rollback takes a remote out only from its very first version.
  if (last.done !== true && liveVersion(steps[last.value], name) === undefined)
    return orGap({ kind: 'out', why: `${name} was not live before ${current}`, passedOver: [] }, last.value);
  const { usable, passedOver } = await findReturns(question, 1);
  const [best] = usable;
  if (!best) {
    const why = `no version of ${name} that could return was live before ${current}`;
    return orGap({ kind: 'nothing', why, passedOver }, -1);
  }
  const { version, knownGood = null, at } = best;
  const isFirst = (await store.markedVersions('known-good', name)).length === 0;
  return orGap({ kind: 'version', version, knownGood, why: whyThis(question, best, isFirst), passedOver }, at);
}

/** The versions that take over in the page, one after the other, when that of the last step fails; two at most. */
export async function chooseFallbacks(question: ReturnQuestion): Promise<readonly ReleasedPart[]> {
  const { usable } = await findReturns(question, MAX_FALLBACKS);
  return usable.map(({ part }) => part);
}

/** Why versions are passed over, in sentences; those that are merely not known good share one. */
export function describePassedOver(passedOver: readonly PassedOver[]): readonly string[] {
  const others = passedOver.filter(({ because }) => because === 'not-known-good').map(({ version }) => version);
  return [
    ...passedOver.filter(({ because }) => because !== 'not-known-good').map(({ why }) => why),
    ...(others.length === 0 ? [] : [`Later, but not known good: ${others.join(', ')}.`]),
  ];
}

/** "Release 2", "Releases 2 to 4". */
export function describeGap({ first, last }: Gap): string {
  return first === last ? `Release ${String(first)}` : `Releases ${String(first)} to ${String(last)}`;
}
