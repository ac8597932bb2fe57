import { getFallbacks } from '@portal/contract/fallbacks';
import type { Provenance } from '@portal/contract/provenance';
import type { Release } from '../format/release.ts';
import { describePlan, stageEnd } from '../format/staged-plan.ts';
import { liveVersion } from '../store/release-diff.ts';
import { StoreError } from '../store/errors.ts';
import type { Check } from '../store/checks.ts';
import { readChecks } from '../store/checks.ts';
import { readEvidence } from '../store/evidence.ts';
import type { Assessment } from '../policy/assess-version.ts';
import { assessVersion } from '../policy/assess-version.ts';
import { describeCopy } from '../staging/describe-copy.ts';
import { readCopies } from '../store/copies.ts';
import { describeRelease } from './read-history.ts';
import type { ReleaseSummary } from '../format/documents.ts';
import type { IncompleteVersion } from '../policy/policy.ts';
import { checkAgainstLive, incompleteVersions } from '../policy/policy.ts';
import type { Store, Yank } from '../store/store.ts';
import type { DamagedRelease } from '../store/version-history.ts';
import { beginOfRun, readLive, readSteps, rolledBackFrom } from '../store/version-history.ts';
import type { RollbackTarget } from './rollback-target.ts';
import type { VersionTimeline } from './version-timeline.ts';
import { readTimes } from './version-timeline.ts';
import { chooseRollbackTarget } from './rollback-target.ts';

type VersionState = 'live' | 'canary' | 'fallback' | 'published' | 'yanked';

/** A published version of a part. */
export interface VersionStatus extends VersionTimeline {
  readonly version: string;
  /** ISO 8601, UTC; null where its manifest is damaged. */
  readonly builtAt: string | null;
  /** Null where its manifest is damaged. */
  readonly provenance: Provenance | null;
  readonly state: VersionState;
  /** Who yanked it, when and why. */
  readonly yank: Pick<Yank, 'at' | 'by' | 'reason'> | null;
  /** What is wrong with its objects in the store; null if nothing was found ("verify" checks every byte). */
  readonly problem: string | null;
  /** What is known of it, and why. */
  readonly assessment: Assessment;
  /** Its newest check; null if it was not checked. */
  readonly check: Check | null;
  /** Who copied it from where, and what it was there; null if it was published here. */
  readonly copied: string | null;
}

/** Who made a version live, when, and in which release. */
interface Since {
  readonly release: number;
  readonly at: string;
  readonly by: string;
}

/** How the share of a canary grows; null where only people change it. */
export interface CanaryPlan {
  /** "10 % for 2 h, then ask". */
  readonly text: string;
  readonly shareSince: string;
  /** When the stage of the present share is over; ISO 8601, UTC. */
  readonly until: string;
  /**
   * Whether everybody gets the version after the last stage, because a person has promoted it; else a person is asked.
   */
  readonly isPromotion: boolean;
}

export interface PartStatus {
  readonly name: string;
  /** The version for visitors who get no canary; null if the part is not live. */
  readonly live: { readonly version: string; readonly since: Since } | null;
  readonly canary: {
    readonly version: string;
    readonly percent: number;
    readonly since: Since;
    /** Canaries with the same bucketing key have the same visitors. */
    readonly bucketingKey: string;
    readonly plan: CanaryPlan | null;
  } | null;
  readonly fallback: string | null;
  /** The version that takes over when the fallback fails, too. */
  readonly secondFallback: string | null;
  /** What a rollback that names no version does once there is no canary, and why; null if the part is not live. */
  readonly rollbackTarget: RollbackTarget | null;
  /** Published versions, the newest first. */
  readonly versions: readonly VersionStatus[];
}

/** The live versions: their shares of the visitors, since when, and by whom. Plain data. */
export interface Status {
  /** The newest release that can be read; null when there is none. */
  readonly release: ReturnType<typeof describeRelease> | null;
  /** What is wrong with newer releases: they are not served. */
  readonly damaged: readonly DamagedRelease[];
  /**
   * Versions of the live release with a missing or damaged file: a web server that starts now holds the release back.
   */
  readonly incomplete: readonly IncompleteVersion[];
  /** The shell first, then the remotes by name, including those that are published but not live. */
  readonly parts: readonly PartStatus[];
}

const getSince = ({ number, createdAt, createdBy }: ReleaseSummary): Since => ({
  release: number,
  at: createdAt,
  by: createdBy,
});

function getState(release: ReleaseSummary | undefined, name: string, version: string, yanked: boolean): VersionState {
  if (liveVersion(release, name) === version) return 'live';
  if (release?.canaries[name]?.version === version) return 'canary';
  if (yanked) return 'yanked';
  const remote = release?.remotes[name];
  return remote && getFallbacks(remote).some((fallback) => fallback.version === version) ? 'fallback' : 'published';
}

async function orProblem<Value>(read: Promise<Value>): Promise<Value | StoreError> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
}

async function readVersion(
  store: Store,
  steps: readonly ReleaseSummary[],
  name: string,
  version: string,
): Promise<VersionStatus> {
  const published = await orProblem(store.readVersion(name, version));
  const yank = await orProblem(store.readYank(name, version));
  const evidence = await readEvidence(store, name, version);
  const [check = null] = await readChecks(store, name, version);
  const [copy] = await readCopies(store, name, version);
  const problem = [published, yank].find((read) => read instanceof StoreError)?.message ?? null;
  const { at, by, reason } =
    yank && !(yank instanceof StoreError) ? yank : { at: undefined, by: undefined, reason: undefined };
  return {
    version,
    builtAt: published instanceof StoreError ? null : published.builtAt,
    provenance: published instanceof StoreError ? null : published.provenance,
    state: getState(steps.at(-1), name, version, yank !== undefined),
    yank: at === undefined ? null : { at, by, reason },
    problem,
    assessment: assessVersion({ evidence, leftBy: rolledBackFrom(steps, name).get(version) }),
    evidence,
    ...readTimes(steps, name, version),
    check,
    copied: copy ? describeCopy(copy, { name, version }) : null,
  };
}

/** The plan of a canary, as people read it. */
export function findPlan({
  stagedPlan,
  percent,
}: Pick<ReleaseSummary['canaries'][string], 'stagedPlan' | 'percent'>): CanaryPlan | null {
  if (!stagedPlan) return null;
  const { at, isPromotion = false } = stagedPlan;
  return { text: describePlan(stagedPlan), shareSince: at, until: stageEnd(stagedPlan, percent), isPromotion };
}

/** The release since which the last one's canary of a part has been its canary without a break. */
function beginOfCanary(steps: readonly ReleaseSummary[], name: string): ReleaseSummary | undefined {
  const version = steps.at(-1)?.canaries[name]?.version;
  const before = steps.findLastIndex(({ canaries }) => canaries[name]?.version !== version);
  return steps[before + 1];
}

async function readPart(
  store: Store,
  good: Release | undefined,
  steps: readonly ReleaseSummary[],
  name: string,
): Promise<PartStatus> {
  const release = steps.at(-1);
  const version = liveVersion(release, name);
  const begin = steps[beginOfRun(steps, name)];
  const canary = release?.canaries[name];
  const canaryBegin = beginOfCanary(steps, name);
  const versions = await Promise.all(
    (await store.versions(name)).map((published) => readVersion(store, steps, name, published)),
  );
  return {
    name,
    live: version !== undefined && begin ? { version, since: getSince(begin) } : null,
    canary:
      canary && canaryBegin
        ? {
            version: canary.version,
            percent: canary.percent,
            since: getSince(canaryBegin),
            bucketingKey: canary.bucketingKey,
            plan: findPlan(canary),
          }
        : null,
    fallback: release?.remotes[name]?.fallback?.version ?? null,
    secondFallback: release?.remotes[name]?.fallback?.fallback?.version ?? null,
    rollbackTarget:
      version !== undefined && good
        ? await chooseRollbackTarget({
            store,
            steps,
            name,
            checkAgainstLive: (part) => checkAgainstLive(good, part.manifest, part),
          })
        : null,
    versions: versions.toReversed(),
  };
}

/**
 * The live and the published versions. Damaged objects do not make it fail. @throws {StoreError} when a newer checkout
 * wrote the live release.
 */
export async function readStatus(store: Store): Promise<Status> {
  const { live, damaged } = await readLive(store);
  const steps = (await readSteps(store)).filter(({ number }) => number <= (live?.number ?? 0));
  const release = steps.at(-1);
  const names = [...(await store.partNames()), ...Object.keys(release?.remotes ?? {})];
  const remotes = [...new Set(names)].filter((name) => name !== 'shell').sort();
  const parts = await Promise.all(['shell', ...remotes].map((name) => readPart(store, live, steps, name)));
  return {
    release: release ? describeRelease(release, await store.log()) : null,
    damaged,
    incomplete: live ? await incompleteVersions(store, live) : [],
    parts,
  };
}
