import type { ArtifactManifest } from '@portal/contract/artifact';
import { fits } from '@portal/contract/fit';
import type { Release, ReleaseAction, ReleasedPart } from '@portal/contract/release';
import type { Outline } from '../store/release-summary.ts';
import { checkRelease, checkVersion } from '../policy/policy.ts';
import type { Refusal } from '../policy/refusal.ts';
import type { ReleaseDraft, Store } from '../store/store.ts';
import { readSteps, versionsBefore } from '../store/version-history.ts';

/** What the next release is to have; every part that is not named stays as it is. */
export interface Target {
  /** Versions that everybody gets, by part; null takes a remote out. */
  readonly live?: Readonly<Record<string, string | null>>;
  /** Canaries, by part; null ends one. */
  readonly canaries?: Readonly<Record<string, { readonly version: string; readonly percent: number } | null>>;
  /** Versions that must not be a fallback any more: "mfe-hubs@1.0.0". */
  readonly yanked?: readonly string[];
}

/** What a release says of itself beside its parts. */
export interface Signature {
  readonly createdBy: string;
  readonly reason: string;
  readonly action: ReleaseAction;
  readonly urgent: boolean;
  readonly now: Date;
}

export interface Composition {
  /** Undefined where a version cannot be had at all. */
  readonly draft: ReleaseDraft | undefined;
  readonly refusals: readonly Refusal[];
}

const NO_SHELL: Refusal = {
  rule: 'no-shell',
  sides: ['the release', 'the shell'],
  problem: 'A release must name a version of the shell.',
  remedy: 'Publish the shell and name it, as in "promote shell@1.0.0".',
};

/** Makes one draft: reads what the target names, and remembers what is to be refused. */
class Composer {
  readonly #store: Store;
  readonly #live: Release | undefined;
  readonly refusals: Refusal[] = [];

  constructor(store: Store, live: Release | undefined) {
    this.#store = store;
    this.#live = live;
  }

  /** A version that the target names. What stays live is taken as it is, so that damage to it never blocks a repair elsewhere. */
  async part(name: string, version: string): Promise<ReleasedPart | undefined> {
    const { part, refusals } = await checkVersion(this.#store, name, version);
    this.refusals.push(...refusals);
    return part;
  }

  async shell(version: string | null | undefined): Promise<ReleasedPart | undefined> {
    const before = this.#live?.shell;
    if (before && (version === undefined || version === before.version)) return before;
    if (typeof version === 'string') return this.part('shell', version);
    this.refusals.push(NO_SHELL);
    return undefined;
  }

  async remotes(changes: Readonly<Record<string, string | null>>): Promise<Release['remotes']> {
    const remotes: Release['remotes'] = { ...this.#live?.remotes };
    for (const [name, version] of Object.entries(changes)) {
      const before = this.#live?.remotes[name];
      if (name === 'shell' || version === before?.version) continue;
      const part = version === null ? undefined : await this.part(name, version);
      if (part) remotes[name] = { ...part, fallback: null };
      else delete remotes[name];
    }
    return remotes;
  }

  async canaries(target: Target, now: Date): Promise<Release['canaries']> {
    const canaries: Release['canaries'] = { ...this.#live?.canaries };
    for (const [name, canary] of Object.entries(target.canaries ?? {})) {
      const before = this.#live?.canaries[name];
      delete canaries[name];
      const part = canary ? await this.part(name, canary.version) : undefined;
      if (!canary || !part) continue;
      const since = before?.version === part.version ? before.since : now.toISOString();
      canaries[name] = { ...part, percent: canary.percent, since };
    }
    return canaries;
  }
}

/**
 * The version that was live before, is neither yanked nor damaged, and runs in the shell that everybody gets; null where there
 * is none. Whoever gets a canary of the shell gets it where that shell runs it too (`releaseForBucket`).
 */
async function chooseFallback(
  store: Store,
  candidates: Iterable<string | undefined>,
  remote: ArtifactManifest,
  shell: ArtifactManifest,
  yanked: readonly string[],
): Promise<ReleasedPart | null> {
  for (const version of candidates) {
    if (version === undefined || version === remote.version || yanked.includes(`${remote.name}@${version}`)) continue;
    const { part, refusals } = await checkVersion(store, remote.name, version);
    if (part && refusals.length === 0 && fits(shell, part.manifest)) return part;
  }
  return null;
}

/** Whether a remote's fallback stands as it is: the remote has not changed, and nothing speaks against it now. */
function fallbackStays(
  live: Release | undefined,
  draft: ReleaseDraft,
  name: string,
  yanked: readonly string[],
): boolean {
  const before = live?.remotes[name];
  if (!live || !before || before.version !== draft.remotes[name]?.version) return false;
  const { fallback } = before;
  if (!fallback) return draft.shell.version === live.shell.version;
  return !yanked.includes(`${name}@${fallback.version}`) && fits(draft.shell.manifest, fallback.manifest);
}

async function withFallbacks(
  store: Store,
  live: Release | undefined,
  draft: ReleaseDraft,
  yanked: readonly string[],
): Promise<ReleaseDraft> {
  const remotes: Release['remotes'] = { ...draft.remotes };
  let steps: readonly Outline[] | undefined;
  for (const [name, remote] of Object.entries(draft.remotes)) {
    if (fallbackStays(live, draft, name, yanked)) continue;
    steps ??= [...(await readSteps(store)), draft];
    const before = versionsBefore(steps, name);
    remotes[name] = {
      ...remote,
      fallback: await chooseFallback(store, before, remote.manifest, draft.shell.manifest, yanked),
    };
  }
  return { ...draft, remotes };
}

/** Makes the release that would follow `live`, and holds it against the policy; nothing is written. */
export async function compose(
  store: Store,
  live: Release | undefined,
  target: Target,
  { now, ...signature }: Signature,
): Promise<Composition> {
  const composer = new Composer(store, live);
  const shell = await composer.shell(target.live?.['shell']);
  const remotes = await composer.remotes(target.live ?? {});
  const canaries = await composer.canaries(target, now);
  if (!shell || composer.refusals.length > 0) return { draft: undefined, refusals: composer.refusals };
  const draft: ReleaseDraft = {
    schema: 1,
    number: (live?.number ?? 0) + 1,
    createdAt: now.toISOString(),
    ...signature,
    shell,
    remotes,
    canaries,
  };
  const refusals = checkRelease(draft);
  return {
    draft: refusals.length > 0 ? draft : await withFallbacks(store, live, draft, target.yanked ?? []),
    refusals,
  };
}
