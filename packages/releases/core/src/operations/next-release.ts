import type { StagedPlan } from '../format/staged-plan.ts';
import { getFallbacks } from '@portal/contract/fallbacks';
import { isCompatible } from '../format/compatibility.ts';
import type { Release, ReleaseAction, ReleasedPart } from '../format/release.ts';
import { toFallback } from '../format/release.ts';
import { checkShellAndRemote, checkRelease, checkVersion } from '../policy/policy.ts';
import { checkCanaries, checkReleaseSize } from '../policy/limits.ts';
import type { Refusal } from '../policy/refusal.ts';
import { refusal } from '../policy/refusal.ts';
import type { PlannedRelease, Store } from '../store/store.ts';
import { readSteps } from '../store/version-history.ts';
import { chooseFallbacks } from './rollback-target.ts';
import type { ReleaseRequest } from '../policy/release-request.ts';
import { oneLine } from '../policy/release-request.ts';

/** The canaries of a request by the name of their part; null ends one. */
type Asked = ReadonlyMap<string, { readonly version: string } | null>;

/**
 * Finds the bucketing keys of a request's canaries. A version that is a canary already keeps its bucketing key, and
 * therefore its visitors. The other canaries of the request have one bucketing key, because they may fit only together:
 * the bucketing key of those that keep theirs, if it is one, else a new one.
 */
function bucketingKeysFor(live: Release | undefined, asked: Asked): (name: string, version: string) => string {
  const kept = (name: string, version: string) => {
    const before = live?.canaries[name];
    return before?.version === version ? before.bucketingKey : undefined;
  };
  const requested = [...asked].flatMap(([name, canary]) =>
    canary ? [{ name, bucketingKey: kept(name, canary.version) }] : [],
  );
  const [bucketingKey, ...others] = new Set(requested.flatMap((canary) => canary.bucketingKey ?? []));
  const isJoined = bucketingKey !== undefined && others.length === 0;
  const first = requested.find((canary) => canary.bucketingKey === undefined);
  const shared = isJoined ? bucketingKey : `${first?.name ?? ''}-${String((live?.number ?? 0) + 1)}`;
  return (name, version) => kept(name, version) ?? shared;
}

/** The next release that a request leads to, or why it is refused. Plain data. */
export interface Plan {
  /** Undefined when the request is refused, and for a yank before the first release. */
  readonly release: PlannedRelease | undefined;
  /** Every rule that the request breaks. */
  readonly refusals: readonly Refusal[];
}

export const NO_SHELL = refusal('no-shell', ['the release', 'the shell'], 'Every release has a version of the shell.');

function getAction({ change }: ReleaseRequest): ReleaseAction {
  return change.action === 'promote' && change.percent !== undefined ? 'canary' : change.action;
}

/** A canary that a request asks for. */
export interface CanaryRequest {
  readonly version: string;
  readonly percent: number;
  readonly plan: Readonly<Pick<StagedPlan, 'stages' | 'isPromotion'>> | undefined;
}

/**
 * A staged plan begins with its canary's share: the same share of the same version has begun before, unless a promotion
 * begins now.
 */
function planStages(
  { version, percent, plan }: CanaryRequest,
  before: Release['canaries'][string] | undefined,
  now: string,
): { stagedPlan?: StagedPlan } {
  if (!plan) return {};
  const isSame =
    before?.version === version && before.percent === percent && before.stagedPlan?.isPromotion === plan.isPromotion;
  return { stagedPlan: { ...plan, at: (isSame && before.stagedPlan?.at) || now } };
}

/** Collects what a request changes about the live release, then plans and checks the next one. Writes nothing. */
export class NextRelease {
  readonly #store: Store;
  readonly #live: Release | undefined;
  readonly #request: ReleaseRequest;
  readonly #versions = new Map<string, string | null>();
  readonly #canaries = new Map<string, CanaryRequest | null>();
  readonly #excludedFallbacks = new Map<string, ReadonlySet<string>>();
  readonly #refusals: Refusal[] = [];

  constructor(store: Store, live: Release | undefined, request: ReleaseRequest) {
    this.#store = store;
    this.#live = live;
    this.#request = request;
  }

  refuse(...refusals: readonly Refusal[]): void {
    this.#refusals.push(...refusals);
  }

  /** Sets the version that everybody gets; null takes a remote out. */
  setVersion(name: string, version: string | null): void {
    this.#versions.set(name, version);
  }

  setCanary(name: string, canary: CanaryRequest): void {
    this.#canaries.set(name, canary);
  }

  endCanary(name: string): void {
    this.#canaries.set(name, null);
  }

  /** Keeps a version from being a fallback. */
  excludeFallback(name: string, version: string): void {
    this.#excludedFallbacks.set(name, new Set([version]));
  }

  async plan(): Promise<Plan> {
    // Before the first release there is no fallback that a yank could drop.
    const hasNothingToDrop = !this.#live && this.#request.change.action === 'yank';
    if (hasNothingToDrop || this.#refusals.length > 0) return { release: undefined, refusals: this.#refusals };
    const now = new Date().toISOString();
    const shell = await this.#shell();
    const remotes = await this.#remotes();
    const canaries = await this.#canariesSince(now);
    if (!shell || this.#refusals.length > 0) return { release: undefined, refusals: this.#refusals };
    const { by, reason, urgent = false } = this.#request;
    const planned: PlannedRelease = {
      schema: 1,
      number: (this.#live?.number ?? 0) + 1,
      createdAt: now,
      createdBy: oneLine(by),
      reason: oneLine(reason),
      action: getAction(this.#request),
      urgent,
      shell,
      remotes,
      canaries,
    };
    const tooMany = checkCanaries(planned, this.#live);
    const conflicts = tooMany.length > 0 ? tooMany : checkRelease(planned);
    if (conflicts.length > 0) return { release: undefined, refusals: conflicts };
    const release = await this.#withFallbacks(planned);
    const refusals = checkReleaseSize(release);
    return { release: refusals.length > 0 ? undefined : release, refusals };
  }

  /**
   * Checks a version that the request names. Versions that stay live are not checked, so that damage to them never
   * blocks a repair elsewhere.
   */
  async #part(name: string, version: string): Promise<ReleasedPart | undefined> {
    const { part, refusals } = await checkVersion(this.#store, name, version);
    this.refuse(...refusals);
    return part;
  }

  async #shell(): Promise<ReleasedPart | undefined> {
    const before = this.#live?.shell;
    const version = this.#versions.get('shell');
    if (before && (version === undefined || version === before.version)) return before;
    if (typeof version === 'string') return this.#part('shell', version);
    this.refuse(NO_SHELL);
    return undefined;
  }

  async #remotes(): Promise<Release['remotes']> {
    const remotes: Release['remotes'] = { ...this.#live?.remotes };
    for (const [name, version] of this.#versions) {
      if (name === 'shell' || version === this.#live?.remotes[name]?.version) continue;
      const part = version === null ? undefined : await this.#part(name, version);
      if (part) remotes[name] = { ...part, fallback: null };
      else delete remotes[name];
    }
    return remotes;
  }

  async #canariesSince(now: string): Promise<Release['canaries']> {
    const canaries: Release['canaries'] = { ...this.#live?.canaries };
    const getBucketingKey = bucketingKeysFor(this.#live, this.#canaries);
    for (const [name, canary] of this.#canaries) {
      const before = this.#live?.canaries[name];
      delete canaries[name];
      const part = canary ? await this.#part(name, canary.version) : undefined;
      if (!canary || !part) continue;
      const since = before?.version === part.version ? before.since : now;
      const bucketingKey = getBucketingKey(name, canary.version);
      canaries[name] = { ...part, percent: canary.percent, since, bucketingKey, ...planStages(canary, before, now) };
    }
    return canaries;
  }

  async #withFallbacks(planned: PlannedRelease): Promise<PlannedRelease> {
    const remotes: Release['remotes'] = { ...planned.remotes };
    const changed = Object.entries(planned.remotes).filter(([name]) => !this.#keepsFallback(planned, name));
    const steps = changed.length > 0 ? [...(await readSteps(this.#store)), planned] : [];
    for (const [name, remote] of changed) {
      const fallbacks = await chooseFallbacks({
        store: this.#store,
        steps,
        name,
        except: this.#excludedFallbacks.get(name),
        checkAgainstLive: ({ manifest }) => checkShellAndRemote(planned.shell.manifest, manifest),
      });
      remotes[name] = { ...remote, fallback: toFallback(fallbacks) };
    }
    return { ...planned, remotes };
  }

  /**
   * Whether a remote keeps its fallbacks: the remote has not changed, and they are not excluded and run in the shell.
   */
  #keepsFallback(planned: PlannedRelease, name: string): boolean {
    const before = this.#live?.remotes[name];
    if (!this.#live || !before || before.version !== planned.remotes[name]?.version) return false;
    const fallbacks = getFallbacks(before);
    if (fallbacks.length === 0) return planned.shell.version === this.#live.shell.version;
    const excluded = this.#excludedFallbacks.get(name);
    return fallbacks.every(
      ({ version, manifest }) => !excluded?.has(version) && isCompatible(planned.shell.manifest, manifest),
    );
  }
}
