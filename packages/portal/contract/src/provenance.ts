import * as v from 'valibot';
import { integrity, version } from './artifact.ts';
import { parseInput } from './parse.ts';

/** The file of a build, beside its manifest. */
export const PROVENANCE_FILE = 'provenance.json';

const text = (limit: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(limit));

/** Whether an address names no user and no password: "https://host/portal.git", "host:portal.git". */
function isWithoutUser(address: string): boolean {
  const [scheme] = /^[a-z]+:\/\//.exec(address) ?? [];
  const [host = ''] = scheme === undefined ? address.split(':') : address.slice(scheme.length).split('/');
  return !host.includes('@');
}

const source = v.strictObject({
  /** The address of the repository, without a user; null if it has none, or one on the building machine. */
  repository: v.nullable(v.pipe(text(500), v.check(isWithoutUser, 'must name no user'))),
  commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, 'must be the hash of a commit')),
  /** Whether the sources were exactly those of the commit. */
  clean: v.boolean(),
});

export const ProvenanceSchema = v.strictObject({
  schema: v.literal(1),
  /** ISO 8601, UTC. */
  builtAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Null for a build outside git, as of an unpacked archive. */
  source: v.nullable(source),
  /** The hash of pnpm-lock.yaml (Subresource Integrity); null if there was none. */
  lockFile: v.nullable(integrity),
  /** The version of Node. */
  node: version,
  /** The versions of the tools whose work is in the bytes, by package. */
  tools: v.record(text(100), version),
  /** Which run time of Module Federation was built in (FEDERATION_RUNTIME). */
  runTime: v.picklist(['own', 'enhanced']),
});
/** Where a build comes from, and what made it. It names no path, user or host of the building machine. */
export type Provenance = v.InferOutput<typeof ProvenanceSchema>;
export type Source = NonNullable<Provenance['source']>;

/** @throws {InvalidInputError} naming the bad field. */
export function parseProvenance(what: string, input: unknown): Provenance {
  return parseInput(what, ProvenanceSchema, input);
}
