import * as v from 'valibot';
import { refusal, RefusedError, refuseIfAny } from '../policy/refusal.ts';
import { incompleteRequest, oneLine } from '../policy/release-request.ts';
import { settingsKey } from '../format/keys.ts';
import { StoreError } from '../store/errors.ts';
import { settingsNumbers } from '../store/version-records.ts';
import type { Store } from '../store/store.ts';
import type { Access } from './access.ts';
import { AccessSchema } from './access.ts';
import type { Requirements } from '../policy/requirements.ts';
import { RequirementsSchema } from '../policy/requirements.ts';

const line = v.pipe(v.string(), v.nonEmpty());

export const ConfigurationSchema = v.strictObject({
  schema: v.literal(1),
  number: v.pipe(v.number(), v.integer(), v.minValue(1)),
  at: v.pipe(v.string(), v.isoTimestamp()),
  by: line,
  reason: line,
  access: AccessSchema,
});
/** A version of the access rules: numbered like a release, never changed; the highest number counts. */
export type Configuration = v.InferOutput<typeof ConfigurationSchema>;

export interface ConfigureRequest {
  readonly access: Access;
  readonly by: string;
  readonly reason: string;
  /** Number of the rules that the requester has seen (0: none yet). Refused when others count. */
  readonly expect?: number | undefined;
}

/** A version of the rules. @throws {StoreError} */
export async function readNumbered(store: Store, number: number): Promise<Configuration> {
  const key = settingsKey('configuration', number);
  const remedy =
    'Until then the release service refuses everybody. Restore it, or write the rules anew: npm run release -- access configure access.json';
  const configuration = await store.readDocument(key, ConfigurationSchema, remedy);
  if (configuration?.number === number) return configuration;
  throw new StoreError('damaged', key, `${store.place}/${key} is not version ${String(number)} of the rules.`, remedy);
}

/**
 * The rules that count; undefined while there are none. @throws {StoreError} when they cannot be read: older ones never
 * count again.
 */
export async function readConfiguration(store: Store): Promise<Configuration | undefined> {
  const newest = (await settingsNumbers(store, 'configuration')).at(-1);
  return newest === undefined ? undefined : readNumbered(store, newest);
}

/** A version of the rules that cannot be read. */
interface DamagedConfiguration {
  readonly number: number;
  readonly problem: string;
}

/** All versions of the rules, the newest first. */
export async function readConfigurations(store: Store): Promise<readonly (Configuration | DamagedConfiguration)[]> {
  const numbers = await settingsNumbers(store, 'configuration');
  return Promise.all(
    numbers.toReversed().map(async (number) => {
      try {
        return await readNumbered(store, number);
      } catch (error) {
        if (error instanceof StoreError) return { number, problem: error.message };
        throw error;
      }
    }),
  );
}

function overtaken(expected: number, newest: number): RefusedError {
  return new RefusedError([
    refusal(
      'request',
      [`rules ${String(expected)}`, `rules ${String(newest)}`],
      `Version ${String(newest)} of the access rules counts, not ${String(expected)}.`,
      'Look at it ("npm run release -- access list"), then repeat the request.',
    ),
  ]);
}

/**
 * Number of the newest rules; 0 for none yet. @throws {RefusedError} when these are not the ones that the requester has
 * seen.
 */
export async function expectedConfiguration(store: Store, expect: number | undefined): Promise<number> {
  const newest = (await settingsNumbers(store, 'configuration')).at(-1) ?? 0;
  if (expect !== undefined && expect !== newest) throw overtaken(expect, newest);
  return newest;
}

/** What new rules add ("+ …") and take away ("- …"): each entry as a line, so that nothing of them stays hidden. */
export function ruleChanges(before: Access | undefined, after: Access): string[] {
  const entries = ({ issuers, rules, approvals, requires }: Access) => [
    ...issuers.map((issuer) => `issuer ${JSON.stringify(issuer)}`),
    ...rules.map((rule) => `rule ${JSON.stringify(rule)}`),
    ...approvals.map((approval) => `approval ${JSON.stringify(approval)}`),
    ...Object.entries(requires).map((each) => `requires ${JSON.stringify(each)}`),
  ];
  const [old, now] = [before ? entries(before) : [], entries(after)];
  return [
    ...old.filter((entry) => !now.includes(entry)).map((entry) => `- ${entry}`),
    ...now.filter((entry) => !old.includes(entry)).map((entry) => `+ ${entry}`),
  ];
}

/**
 * Writes the next version of the access rules. @throws {RefusedError} without a name or a reason, or when somebody else
 * has changed them meanwhile.
 */
export async function configureAccess(store: Store, request: ConfigureRequest): Promise<Configuration> {
  refuseIfAny(incompleteRequest(request));
  const newest = await expectedConfiguration(store, request.expect);
  const configuration: Configuration = {
    schema: 1,
    number: newest + 1,
    at: new Date().toISOString(),
    by: oneLine(request.by),
    reason: oneLine(request.reason),
    access: request.access,
  };
  if ((await store.createDocument(settingsKey('configuration', configuration.number), configuration)) === 'created')
    return configuration;
  throw overtaken(newest, newest + 1);
}

/**
 * What the access rules require of a part: what they say of the part, else of "*". @throws {StoreError} when they
 * cannot be read.
 */
export async function requirementsFor(store: Store, name: string): Promise<Requirements> {
  const configuration = await readConfiguration(store);
  if (!configuration) return { check: false, committed: false };
  const { requires } = configuration.access;
  return requires[name] ?? requires['*'] ?? v.parse(RequirementsSchema, {});
}
