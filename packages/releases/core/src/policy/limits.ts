import type { ArtifactManifest } from '@portal/contract/artifact';
import { featuresNamed } from '@portal/contract/declaration';
import { getBytes, checkDeclarationLimits } from '@portal/contract/declaration-limits';
import { InvalidInputError } from '@portal/contract/parse';
import type { PlannedRelease } from '../format/documents.ts';
import { toBytes } from '../format/documents.ts';
import type { Refusal } from './refusal.ts';
import { MOST_FEATURES } from './redirect-loops.ts';
import { named, refusal } from './refusal.ts';
import type { Release } from '../format/release.ts';
import { MAX_BUCKETING_KEYS, listBucketingKeys, getViews } from '../format/release.ts';

/**
 * How many views a release may have: twice those of three bucketing keys, because canaries of one bucketing key may
 * have different shares.
 */
const MAX_VIEWS = 16;

/** "mfe-hubs 1.1.0 (10 %) with shell 1.1.0 (10 %)" for each bucketing key. */
function describe(release: Release): string {
  const withKey = (bucketingKey: string) =>
    Object.entries(release.canaries)
      .filter(([, canary]) => canary.bucketingKey === bucketingKey)
      .map(([name, { version, percent }]) => `${name} ${version} (${String(percent)} %)`);
  return listBucketingKeys(release)
    .map((bucketingKey) => withKey(bucketingKey).join(' with '))
    .join(', ');
}

/**
 * Refuses more canaries than can be told apart, and more combinations than can be checked. `live` is the release
 * before.
 */
export function checkCanaries(planned: PlannedRelease, live: Release | undefined): readonly Refusal[] {
  const release = { ...planned, previous: null };
  const begun = Object.entries(release.canaries)
    .filter(([name, { bucketingKey, percent }]) => {
      const before = live?.canaries[name];
      return before?.bucketingKey !== bucketingKey || before.percent !== percent;
    })
    .map(([name, { version }]) => `${name} ${version}`);
  // A change that begins no canary may be a repair.
  if (begun.length === 0) return [];
  const sides = [...begun, 'the running canaries'];
  const names = begun.join(', ');
  if (listBucketingKeys(release).length > MAX_BUCKETING_KEYS) {
    const problem = `${names} would be a canary beside ${live ? describe(live) : ''}, and at most ${String(MAX_BUCKETING_KEYS)} run at a time.`;
    return [refusal('too-many-canaries', sides, problem)];
  }
  const views = getViews(release).length;
  if (views <= MAX_VIEWS) return [];
  const problem = `${describe(release)} make ${String(views)} combinations of versions, and at most ${String(MAX_VIEWS)} can be checked.`;
  const remedy = 'Give parts that began together one share, or end a canary.';
  return [refusal('too-many-canaries', sides, problem, remedy)];
}

/** How large the declarations of all parts of a page may be together as JSON, in bytes. */
const PAGE_BYTES = 256 * 1024;

const MIB = 1024 * 1024;

/** A part of a manifest, and how much of it there may be. */
type Measure = readonly [what: string, found: number, limit: number, unit: string];

function measures(manifest: ArtifactManifest): readonly Measure[] {
  const { version, files, styles, pages } = manifest;
  const records = Object.entries(files);
  const bytes = new TextEncoder().encode(JSON.stringify(manifest)).length;
  return [
    ['its version', version.length, 64, 'characters'],
    ['its list of files', records.length, 1000, 'entries'],
    ['its list of style sheets', styles.length, 20, 'entries'],
    ...Object.entries(pages).map(([page, scripts]): Measure => [
      `page "${page.slice(0, 60)}"`,
      scripts.length,
      100,
      'scripts',
    ]),
    ['its manifest', bytes, MIB / 2, 'bytes as JSON'],
    ...records.flatMap(([file, { size }]): readonly Measure[] => [
      [`the name of the file ${file.slice(0, 100)}`, file.length, 200, 'characters'],
      [`the file ${file}`, size, 16 * MIB, 'bytes'],
    ]),
    ['its archive of source maps', manifest.sourceMaps?.size ?? 0, 64 * MIB, 'bytes'],
    ['the sum of its files', records.reduce((sum, [, { size }]) => sum + size, 0), 128 * MIB, 'bytes'],
  ];
}

/** The part and version in a refusal; a version may be what is too long. */
const shortly = (manifest: ArtifactManifest) => named(manifest).slice(0, 140);

function checkDeclaration(manifest: ArtifactManifest): readonly Refusal[] {
  try {
    checkDeclarationLimits(`The declaration of ${shortly(manifest)} is too large`, manifest.declaration);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return [refusal('over-limit', [shortly(manifest), 'the limits of a declaration'], `${error.message}.`)];
  }
}

function checkMeasures(manifest: ArtifactManifest): readonly Refusal[] {
  const excess = measures(manifest).find(([, found, limit]) => found > limit);
  if (!excess) return [];
  const [what, found, limit, unit] = excess;
  const problem = `${shortly(manifest)} is too large: ${what} has ${String(found)} ${unit}, and at most ${String(limit)} are allowed.`;
  return [refusal('over-limit', [shortly(manifest), 'the limits of a version'], problem)];
}

/** Refuses a version that exceeds a limit, of its declaration or its manifest; names the first one. */
export function checkLimits(manifest: ArtifactManifest): readonly Refusal[] {
  const excess = checkDeclaration(manifest);
  return excess.length > 0 ? excess : checkMeasures(manifest);
}

/** Half of the reserve of a full store (store/disk-reserve.ts), so that a rollback of such a release always fits. */
const RELEASE_BYTES = 2 * MIB;

/** Refuses a promotion to a release that is too large; a rollback is never refused for its size. */
export function checkReleaseSize(planned: PlannedRelease): readonly Refusal[] {
  const bytes = toBytes(planned).length;
  if (bytes <= RELEASE_BYTES || (planned.action !== 'promote' && planned.action !== 'canary')) return [];
  const problem = `The release would have ${String(bytes)} bytes, and at most ${String(RELEASE_BYTES)} are allowed.`;
  const remedy = 'Give a shorter reason, or release versions with fewer files.';
  return [refusal('over-limit', ['the release', 'the limits of a release'], problem, remedy)];
}

/** Refuses parts whose declarations are small each and too large together. */
export function checkPageBudget(manifests: readonly ArtifactManifest[]): readonly Refusal[] {
  const declarations = manifests.map(({ declaration }) => declaration);
  const bytes = getBytes(declarations);
  const features = featuresNamed(declarations);
  const parts = `The declarations of ${String(manifests.length)} parts`;
  const sides = manifests.map(named);
  if (bytes > PAGE_BYTES)
    return [
      refusal(
        'over-limit',
        sides,
        `${parts} have ${String(bytes)} bytes, and a page has room for ${String(PAGE_BYTES)}.`,
        'Shorten the largest, or take a remote out in the same step.',
      ),
    ];
  if (features.length > MOST_FEATURES)
    return [
      refusal(
        'over-limit',
        sides,
        `${parts} name ${String(features.length)} features in "when" (${features.join(', ')}), and at most ${String(MOST_FEATURES)} are allowed.`,
        'Let routes depend on fewer, or take a remote out in the same step.',
      ),
    ];
  return [];
}
