import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Kind } from '@portal/release/format/keys';
import { classifyKey } from '@portal/release/format/keys';
import { RELEASE_ACTIONS } from '@portal/release/format/release';
import { FORMAT } from '@portal/release/log/leaf';
import { COOKIES, listSamples, openSample, readJson, STORAGE } from './testing.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The sources of the portal by path; not those of tests, builds and the development backend. */
const SOURCES = globSync('{shell/src,mfe-*/src,packages/{portal,delivery,releases}/*/src}/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((path) => !/\.(test|suite|testing|test-d)\.tsx?$|\/testing[./]/.test(path))
  .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const);

/** What a pattern's group finds in the sources that mention something. */
const findNames = (mentioned: RegExp, pattern: RegExp): readonly string[] =>
  [
    ...new Set(
      SOURCES.filter(([, source]) => mentioned.test(source)).flatMap(([, source]) =>
        [...source.matchAll(pattern)].map(([, name = '']) => name),
      ),
    ),
  ].toSorted();

/** Every kind of key that the store has: the type checker asks for a new one. */
const KINDS = {
  release: 10,
  configuration: 2,
  watching: 1,
  approval: 6,
  manifest: 11,
  'source-maps': 1,
  yanked: 2,
  pruned: 3,
  checks: 3,
  copies: 1,
  evidence: 3,
  file: 1,
  log: 1,
} satisfies Record<Exclude<Kind['is'], 'foreign'>, number>;

test('every kind of key has a sample, and the store has no other', () => {
  const kinds = listSamples('store').map((key) => classifyKey(key).is);
  expect(new Set(kinds)).toEqual(new Set(Object.keys(KINDS)));
  for (const [kind, least] of Object.entries(KINDS))
    expect([kind, kinds.filter((each) => each === kind).length >= least]).toEqual([kind, true]);
});

test('every kind of release has a sample', async () => {
  const store = openSample();
  const numbers = await store.releaseNumbers();
  const actions = await Promise.all(numbers.map(async (number) => (await store.readRelease(number)).action));
  expect(new Set(actions)).toEqual(new Set(RELEASE_ACTIONS));
});

/** The sample of each document with a number of its format, by its schema. */
const SAMPLE_OF: Readonly<Record<string, string>> = {
  AnswerDocumentSchema: 'store/approvals/*/answer.json',
  ArtifactManifestSchema: 'artifacts/shell/manifest.json',
  AskedSchema: 'store/approvals/*/asked.json',
  CheckSchema: 'store/checks/mfe-hubs/1.4.0/000001.json',
  ConfigurationSchema: 'store/configuration/000001.json',
  CopySchema: 'store/copies/mfe-hubs/1.4.0/000001.json',
  EntrySchema: 'store/log/000000.json',
  EvidenceSchema: 'store/evidence/mfe-hubs/1.0.0/000001.json',
  ProofSchema: 'command/release-1.proof.json',
  ProvenanceSchema: 'artifacts/shell/provenance.json',
  PrunedSchema: 'store/pruned/mfe-hubs/0.1.0.json',
  ReleaseSchema: 'store/releases/000001.json',
  SavedCheckpointSchema: 'command/seen.json',
  SessionSchema: 'command/session.json',
  VersionSchema: 'store/artifacts/mfe-hubs/versions/1.0.0.json',
  VisitsSchema: 'pages/visits.json',
  WatchingSchema: 'store/watching/000001.json',
  YankSchema: 'store/yanked/mfe-hubs/1.3.0.json',
};

test('every document with a number of its format has a sample with that number', () => {
  const pattern = /const (\w+) = (?:v\.pipe\(\s*)?v\.\w+\(\{\s*schema: v\.literal\((\w+)\)/g;
  const found = SOURCES.flatMap(([, source]) => [...source.matchAll(pattern)]);
  expect(found).toHaveLength(SOURCES.flatMap(([, source]) => source.match(/schema: v\.literal\(/g) ?? []).length);
  const numbers = found.map(
    ([, schema = '', number]) => [schema, number === 'FORMAT' ? FORMAT : Number(number)] as const,
  );
  const sampled = Object.entries(SAMPLE_OF).map(([schema, place]) => {
    const names = listSamples().filter((name) => new RegExp(`^${place.replace('*', '[^/]+')}$`).test(name));
    return [schema, ...new Set(names.map((name) => (readJson(name) as { schema: number }).schema))];
  });
  expect(sampled).toEqual(numbers.toSorted(([one], [other]) => (one < other ? -1 : 1)));
});

/** No cookie of these outlives the process of a console, or a second. */
const SHORT_COOKIES = ['console_form', 'console_session', 'console_sign_in_', 'portal_try'];

test('every cookie has a sample', () => {
  // Counters of the metrics end with "_total".
  const names = /\b(?!\w+_total\b)((?:portal|console)_[a-z_]+|(?:access|refresh)_token)\b(?=['`])/g;
  const sampled = Object.keys(COOKIES).map((name) => name.replace(/^__(Host|Secure)-/, ''));
  expect([...sampled, ...SHORT_COOKIES].toSorted()).toEqual(findNames(/cookie/i, names));
});

test('every entry in the storage of a browser has a sample', () => {
  const sampled = Object.values(STORAGE).flatMap((entries) =>
    Object.keys(entries).map((name) => name.replace(/ .*/, '')),
  );
  expect(findNames(/(local|session)Storage/, /'(portal-[a-z-]+)'/g)).toEqual(sampled.toSorted());
});
