import { partName } from '@portal/contract/declaration';
import { version as versionSchema } from '@portal/contract/artifact';
import * as v from 'valibot';
import { readTable } from '@portal/node-kit/setting-table';
import { RELEASE_BY, userName } from '../release-log/key-files.ts';
import { suggestion } from '../format/suggestion.ts';
import type { ReleaseRequest } from '../policy/release-request.ts';
import { notPublished as refusalOfUnpublished } from '../policy/policy.ts';
import { requestRefusal } from '../policy/release-request.ts';
import { refuseIfAny } from '../policy/refusal.ts';
import type { VisitsOfAll } from '../operations/read-visits.ts';
import type { ReleaseWriter } from '../operations/release-writer.ts';
import type { ServiceClient } from '../service-client/service-client.ts';
import { expectedRelease } from '../store/append-release.ts';
import type { Store } from '../store/store.ts';
import { readSteps } from '../store/version-history.ts';
import type { ExitCode } from '../service-api/exit-codes.ts';
import { UsageError } from '../service-api/exit-codes.ts';

/** The options of all commands; `Command.options` names those that a command takes. */
export const OPTIONS = {
  store: {
    type: 'string',
    says: '--store ADDRESS   a folder, or s3://BUCKET/PREFIX; else STORE, else PORTAL_STATE/store',
  },
  service: {
    type: 'string',
    says: '--service URL     the release service; else RELEASE_SERVICE',
  },
  json: { type: 'boolean', says: '--json            one JSON document on standard output' },
  help: { type: 'boolean', says: '--help            this text' },
  version: { type: 'boolean', says: '--version         the version of this program' },
  reason: { type: 'string', says: '--reason TEXT     why; stays in the history' },
  expect: { type: 'string', says: '--expect N        refuse (4) unless release N is live; 0: none yet' },
  by: {
    type: 'string',
    says: '--by NAME         who; else RELEASE_BY, else your user; with a service: for whom',
  },
  urgent: {
    type: 'boolean',
    says: '--urgent          for open tabs, too, within ten seconds; else they get it with their next page',
  },
  anyway: {
    type: 'boolean',
    says: '--anyway          although it failed before, or has uncommitted changes',
  },
  plan: {
    type: 'string',
    says: '--plan TEXT       how the share grows: "10 % for 2 h, 50 % for a day, then ask"',
  },
  preview: {
    type: 'boolean',
    says: '--preview         instead of a share: a signed address that shows the versions for a day',
  },
  override: {
    type: 'string',
    says: '--override ORIGIN with --preview: PART comes from this development server, "http://localhost:4000"',
  },
  portal: {
    type: 'string',
    says: '--portal URL      the portal, or one of its pages, for that address; else PORTAL_URL',
  },
  to: {
    type: 'string',
    says: '--to VERSION      this version; "none" takes a remote out (copy, backup: --to ADDRESS, the place that gets it)',
  },
  from: { type: 'string', says: '--from ADDRESS    the store or service that has the version' },
  ahead: { type: 'boolean', says: '--ahead           accept a version that does not fit the live release' },
  limit: { type: 'string', says: '--limit N         how many releases, the newest first (20)' },
  role: { type: 'string', says: '--role ROLE       of a key: break-glass (default), or service' },
  keys: { type: 'string', says: '--keys FILE       public keys that you trust, one in a line' },
  checkpoint: {
    type: 'string',
    says: '--checkpoint FILE what was seen of the lost log: a file or an address',
  },
  file: { type: 'string', says: '--file FILE       where to write; else release-N.proof.json' },
  no: { type: 'boolean', says: '--no              decline it' },
  verbose: { type: 'boolean', says: '--verbose         also the checkpoint of the log' },
  'dry-run': { type: 'boolean', says: '--dry-run         say what would happen; change nothing' },
} as const;
export type OptionName = keyof typeof OPTIONS;

/** The arguments of a command. */
export interface Call {
  readonly store: Store;
  /** Makes every change of the store. */
  readonly writer: ReleaseWriter;
  /** What the web servers counted. @throws {UsageError} if none is known. */
  readonly visits: () => Promise<VisitsOfAll>;
  /** The release service; undefined for a command on the store itself. */
  readonly service: ServiceClient | undefined;
  /** The store and its writer then change nothing, and answer as if they did. */
  readonly isDryRun: boolean;
  readonly words: readonly string[];
  readonly text: (option: OptionName) => string | undefined;
  readonly flag: (option: OptionName) => boolean;
  /** Tells a person what is happening, beside the answer. */
  readonly note: (line: string) => void;
}

/** The answer of a command, for people and for scripts. */
export interface CommandOutput {
  readonly text: string;
  readonly json: object;
  /** Done when absent. */
  readonly code?: ExitCode;
}

export interface Command {
  readonly name: string;
  /** What follows the name: "PART@VERSION …". */
  readonly words: string;
  readonly summary: string;
  /** What `--help` adds, one paragraph. */
  readonly more: string;
  /** The options that it takes besides --store, --service, --json and --help. */
  readonly options: readonly OptionName[];
  run(call: Call): Promise<CommandOutput>;
}

const fits = (schema: v.GenericSchema<string>, text: string): boolean => v.is(schema, text);

/** The name of a part. @throws {UsageError} */
export function readName(word: string | undefined, command: string): string {
  if (word === undefined) throw new UsageError(`${command} needs the name of a remote, or "shell".`);
  if (fits(partName, word)) return word;
  const meant = fits(partName, `mfe-${word}`) ? `Did you mean mfe-${word}? ` : '';
  throw new UsageError(`"${word}" is not the name of a part. ${meant}It is "shell", or like "mfe-hubs".`);
}

/** @throws {UsageError} unless it is a version. */
export function readVersion(text: string): string {
  if (fits(versionSchema, text)) return text;
  throw new UsageError(`"${text}" is not a version, such as "1.2.0".`);
}

/** @throws {UsageError} unless it is PART@VERSION. */
export function readPartVersion(
  word: string | undefined,
  command = 'it',
): { readonly name: string; readonly version: string } {
  const [name, version, ...rest] = word?.split('@') ?? [];
  if (name === undefined || version === undefined || rest.length > 0)
    throw new UsageError(
      `${word === undefined ? `${command} needs` : `"${word}" is not`} a PART@VERSION, such as mfe-hubs@1.2.0.`,
    );
  return { name: readName(name, ''), version: readVersion(version) };
}

/**
 * Versions by part. @throws {UsageError} unless each word is PART@VERSION; {RefusedError} when one part is named twice.
 */
export function readVersions(words: readonly string[], command?: string): Readonly<Record<string, string>> {
  const [first, ...others] = words;
  const named = [readPartVersion(first, command), ...others.map((word) => readPartVersion(word))];
  for (const { name } of named) {
    const sides = named.filter((each) => each.name === name).map(({ version }) => `${name} ${version}`);
    if (sides.length > 1)
      refuseIfAny([
        requestRefusal(`${sides.join(' and ')} cannot both be live.`, 'Name one version of each part.', sides),
      ]);
  }
  return Object.fromEntries(named.map(({ name, version }) => [name, version]));
}

/** A whole number, zero or more. `what`: the option or word. @throws {UsageError} */
export function readNumber(text: string | undefined, what: `--${OptionName}` | 'RELEASE'): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`${what} needs a whole number, not "${text}".`);
}

/**
 * For commands whose operation does not check it itself. @throws {ReleaseConflictError} unless the expected release is
 * live.
 */
export async function checkExpected({ store, text }: Call): Promise<void> {
  const expect = readNumber(text('expect'), '--expect');
  if (expect !== undefined) await expectedRelease(store, expect);
}

/** @throws {UsageError} when there are more words than the command takes. */
export function atMost(words: readonly string[], count: number): void {
  const extra = words[count];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one word too many. (Quote a reason: --reason "…".)`);
}

/** The options of every command that changes production. */
export const REQUEST_OPTIONS = ['reason', 'expect', 'by', 'dry-run'] as const satisfies readonly OptionName[];

/**
 * The name of the person who gives the command. Through a service, whose token says who that is: for whom, or an empty
 * text.
 * @throws {UsageError} if there is none.
 */
export function readBy({ text, service }: Pick<Call, 'text' | 'service'>): string {
  const by = [text('by'), readTable({ RELEASE_BY }, process.env).RELEASE_BY, service ? '' : userName()].find(
    (name) => name !== undefined && (name.trim() !== '' || service),
  );
  if (by === undefined) throw new UsageError('Say who you are: --by NAME, or RELEASE_BY.');
  return by;
}

/** @throws {UsageError} for a command on the store itself, which knows nobody. */
export function requireService({ service }: Call, command: string): ServiceClient {
  if (service) return service;
  throw new UsageError(`${command} needs --service URL, or RELEASE_SERVICE.`);
}

/** The request that a command makes. @throws {UsageError} without a reason. */
export function readRequest(call: Call, change: ReleaseRequest['change']): ReleaseRequest {
  const reason = call.text('reason');
  if (reason === undefined || reason.trim() === '')
    throw new UsageError(`${change.action} needs --reason "TEXT": it stays in the history.`);
  return {
    by: readBy(call),
    reason,
    expect: readNumber(call.text('expect'), '--expect'),
    urgent: call.flag('urgent'),
    ...(call.flag('anyway') && { anyway: true }),
    change,
  };
}

/** The parts with a published or released version, the shell first. It includes the shell in any case. */
async function knownParts(store: Store): Promise<readonly string[]> {
  const steps = await readSteps(store);
  const released = steps.flatMap(({ remotes, canaries }) => [...Object.keys(remotes), ...Object.keys(canaries)]);
  const remotes = [...new Set([...(await store.partNames()), ...released])].filter((name) => name !== 'shell');
  return ['shell', ...remotes.sort()];
}

/** For a version that a command looks at. @throws {UsageError} */
export async function notPublished(store: Store, name: string, version: string): Promise<UsageError> {
  const { problem, remedy } = await refusalOfUnpublished(store, name, version);
  return new UsageError(`${problem} ${remedy}`);
}

/**
 * @throws {UsageError} for a part that the store does not know. The message lists the known parts and suggests a
 * similar name.
 */
export async function checkKnown(store: Store, names: readonly string[]): Promise<void> {
  const published = new Set(['shell', ...(await store.partNames())]);
  const missing = names.filter((name) => !published.has(name));
  if (missing.length === 0) return;
  const known = await knownParts(store);
  const unknown = missing.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const isEmpty = known.length === 1;
  throw new UsageError(
    (isEmpty
      ? `The store in ${store.place} has no remote yet. Another store: --store ADDRESS. `
      : `The store in ${store.place} knows no ${unknown}; it has ${known.join(', ')}. ${suggestion(unknown, known)}`) +
      `A new part: npm run release -- publish ${unknown}`,
  );
}
