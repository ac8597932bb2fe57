import type { Release } from '@portal/contract/release';
import type { Plan } from './carry-out.ts';
import { checkPercent, isInUse } from './carry-out.ts';
import { liveVersion } from '../store/release-diff.ts';
import type { Refusal } from '../policy/refusal.ts';
import type { Store } from '../store/store.ts';
import type { Gap } from '../store/version-history.ts';
import { gapSince, readSteps, stepsBefore } from '../store/version-history.ts';

/** What somebody wants to do to one part. */
export type Intent =
  | {
      readonly act: 'promote';
      readonly name: string;
      readonly version: string;
      /** Share of the visitors, 1 to 99 per cent; everybody without it. */
      readonly percent?: number | undefined;
    }
  | {
      readonly act: 'rollback';
      readonly name: string;
      /** Any retained version; null takes the remote out; without it the canary that runs ends, or the version live before returns. */
      readonly to?: string | null | undefined;
    }
  | { readonly act: 'yank'; readonly name: string; readonly version: string };

/** How to carry an intent out, or why not at all. */
export type Planned =
  | { readonly plan: Plan; readonly refusals: readonly [] }
  | { readonly plan: undefined; readonly refusals: readonly Refusal[] };

const planned = (plan: Plan): Planned => ({ plan, refusals: [] });
const refused = (...refusals: readonly Refusal[]): Planned => ({ plan: undefined, refusals });

function planPromotion(live: Release | undefined, intent: Extract<Intent, { act: 'promote' }>): Planned {
  const { name, version, percent } = intent;
  const refusals = checkPercent(percent);
  if (refusals.length > 0) return refused(...refusals);
  if (percent === undefined)
    return planned({ action: 'promote', target: { live: { [name]: version }, canaries: { [name]: null } } });
  if (liveVersion(live, name) === version)
    return refused({
      rule: 'already-live',
      sides: [`${name} ${version}`, `release ${String(live?.number)}`],
      problem: `Everybody gets ${name} ${version} already, in release ${String(live?.number)}; a canary would change nothing.`,
      remedy: 'To end a canary of another version, roll the part back.',
    });
  return planned({ action: 'canary', target: { canaries: { [name]: { version, percent } } } });
}

/** `version`: what was live before; null takes the remote out, and undefined says that there is none. `gap`: nobody can tell. */
type Before = { readonly version: string | null | undefined } | { readonly gap: Gap };

/** The version that was live before, passing over those that can never come back. */
async function versionBefore(store: Store, live: Release, name: string): Promise<Before> {
  const published = await store.versions(name);
  const yanked = await store.markedVersions('yanked', name);
  const steps = (await readSteps(store)).filter(({ number }) => number <= live.number);
  const found = (version: string | null | undefined, at: number): Before => {
    const gap = gapSince(steps, name, at);
    return gap ? { gap } : { version };
  };
  let direct = true;
  for (const at of stepsBefore(steps, name)) {
    const version = liveVersion(steps[at], name);
    // Taking a remote out is the way back only from its very first version.
    if (version === undefined) {
      if (direct) return found(null, at);
    } else if (published.includes(version) && !yanked.includes(version)) return found(version, at);
    direct = false;
  }
  return found(undefined, -1);
}

const namesVersions = (name: string) => `Name one with --to VERSION ("npm run release -- status ${name}" lists them)`;

function historyGap(name: string, current: string, { first, last }: Gap): Refusal {
  const which = first === last ? `Release ${String(first)}` : `Releases ${String(first)} to ${String(last)}`;
  return {
    rule: 'history-gap',
    sides: [`${name} ${current}`, which.toLowerCase()],
    problem: `${which} cannot be read, so nobody can say which version of ${name} was live before ${current}.`,
    // Not "restore it": one that was passed over has to stay as it is.
    remedy: `${namesVersions(name)}. Whether ${first === last ? 'the release has' : 'they have'} to be restored: npm run release -- verify.`,
  };
}

async function planRollback(
  store: Store,
  live: Release | undefined,
  { name, to }: Extract<Intent, { act: 'rollback' }>,
): Promise<Planned> {
  const current = liveVersion(live, name);
  const canary = live?.canaries[name];
  const action = 'rollback';
  if (to === null && name === 'shell')
    return refused({
      rule: 'no-shell',
      sides: ['the release', 'the shell'],
      problem: 'The shell cannot be taken out: every release has one.',
      remedy: 'Name a version with --to VERSION ("npm run release -- status shell" lists them).',
    });
  if (to !== undefined) return planned({ action, target: { live: { [name]: to }, canaries: { [name]: null } } });
  if (canary) return planned({ action, target: { canaries: { [name]: null } } });
  if (!live || current === undefined)
    return refused({
      rule: 'not-live',
      sides: [name, live ? `release ${String(live.number)}` : 'the store'],
      problem: `${name} is not live${live ? ` in release ${String(live.number)}` : ': the store has no release yet'}.`,
      remedy: `Choose another part ("npm run release -- status" lists them), or promote a version of ${name}.`,
    });
  const before = await versionBefore(store, live, name);
  if ('gap' in before) return refused(historyGap(name, current, before.gap));
  if (before.version !== undefined) return planned({ action, target: { live: { [name]: before.version } } });
  return refused({
    rule: 'nothing-before',
    sides: [`${name} ${current}`, 'the history'],
    problem: `No version of ${name} was live before ${current} that could come back.`,
    remedy: `${namesVersions(name)}${name === 'shell' ? '' : ', or take it out with --to none'}.`,
  });
}

async function planYank(
  store: Store,
  live: Release | undefined,
  { name, version }: Extract<Intent, { act: 'yank' }>,
): Promise<Planned> {
  if (!(await store.wasPublished(name, version)))
    return refused({
      rule: 'not-published',
      sides: [`${name} ${version}`, 'the store'],
      problem: `${name} ${version} is not published.`,
      remedy: `Choose one of the versions that "npm run release -- status ${name}" lists.`,
    });
  if (isInUse(live, name, version))
    return refused({
      rule: 'version-in-use',
      sides: [`${name} ${version}`, `release ${String(live?.number)}`],
      problem: `${name} ${version} is ${liveVersion(live, name) === version ? 'live' : 'a canary'} in release ${String(live?.number)}.`,
      remedy: `Roll it back first: npm run release -- rollback ${name} --reason "…"`,
    });
  return planned({ action: 'yank', target: { yanked: [`${name}@${version}`] } });
}

/** What an intent means on top of the live release. */
export async function planIntent(store: Store, live: Release | undefined, intent: Intent): Promise<Planned> {
  switch (intent.act) {
    case 'promote':
      return planPromotion(live, intent);
    case 'rollback':
      return planRollback(store, live, intent);
    case 'yank':
      return planYank(store, live, intent);
  }
}
