import type { LoadableVersion } from '@portal/contract/page';
import type { RemoteModule } from '@portal/contract/remote-module';
import { REMOTE_EXPOSE } from '@portal/contract/remote-module';
import { CHUNK_LIMIT_MS, ENTRY_LIMIT_MS, inTime } from '@portal/contract/time-limit';
import type { PartFailure } from '@portal/contract/failure';
import type { LoaderEnvironment } from './browser-environment.ts';
import { isCachedFailure } from './checked-scripts.ts';
import { findCause } from './find-cause.ts';
import { DescriptorError } from './part-directory.ts';

/** A Module Federation container, as a remote's entry exports it. */
interface Container {
  init(shareScope: object): unknown;
  get(expose: string): Promise<() => unknown>;
}

/** Whether a value is an object, or a module, whose fields have these types. */
function hasFields(value: unknown, types: Readonly<Record<string, 'string' | 'function' | 'object'>>): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(types).every(([name, type]) => {
    const field: unknown = Reflect.get(value, name);
    return field !== null && typeof field === type;
  });
}

const isContainer = (value: unknown): value is Container => hasFields(value, { init: 'function', get: 'function' });

const isRemoteModule = (value: unknown): value is RemoteModule =>
  hasFields(value, { name: 'string', version: 'string', pages: 'object', loadMessages: 'function' });

/** A remote that could not be loaded or shown. */
export class RemoteError extends Error {
  readonly failure: PartFailure;
  readonly remote: string;
  readonly version: string;
  /** Of a failure that timed out: what was waited for, and may still come. */
  readonly late: Promise<unknown> | undefined;

  constructor(
    failure: PartFailure,
    remote: string,
    version: string,
    message: string,
    { late, ...options }: ErrorOptions & { readonly late?: Promise<unknown> } = {},
  ) {
    super(`${remote} ${version}: ${message}`, options);
    this.name = 'RemoteError';
    this.failure = failure;
    this.remote = remote;
    this.version = version;
    this.late = late;
  }

  /**
   * Why the page could not learn which bytes the scripts must have; undefined if that is not the reason. No version is
   * to blame for it.
   */
  get unlisted(): DescriptorError | undefined {
    return findCause(this, DescriptorError);
  }

  /**
   * Whether only a new page helps: browsers never request a script again that is still loading, some keep the failure
   * of one, and a web server may have forgotten a page's versions.
   */
  get needsReload(): boolean {
    return this.late !== undefined || isCachedFailure(this) || this.unlisted?.needsReload === true;
  }
}

export function lateError(name: string, version: string, ms: number, late?: Promise<unknown>): RemoteError {
  return new RemoteError('timed-out', name, version, `no answer within ${ms} ms`, late && { late });
}

/** Waits for `work`, at most `ms` milliseconds, and turns any failure into a `RemoteError` with its kind. */
export async function withFailureKind<Value>(
  { diagnose }: LoaderEnvironment,
  name: string,
  version: string,
  work: () => Promise<Value>,
  ms = CHUNK_LIMIT_MS,
): Promise<Value> {
  try {
    const working = work();
    return await inTime(ms, working, () => lateError(name, version, ms, working));
  } catch (error) {
    if (error instanceof RemoteError) throw error;
    const failure = await inTime(ms, diagnose(name, error), () => lateError(name, version, ms));
    throw new RemoteError(failure, name, version, `could not be loaded (${failure})`, { cause: error });
  }
}

/** Tries again after a failure of the network; other failures would occur again. */
export async function retryOnce<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RemoteError) || error.failure !== 'unreachable' || isCachedFailure(error)) throw error;
    return work();
  }
}

/** Resolves when the style sheets of a part apply. @throws {RemoteError} */
export async function applyStyles(
  environment: LoaderEnvironment,
  name: string,
  { version, styles }: Pick<LoadableVersion, 'version' | 'styles'>,
): Promise<void> {
  const apply = () =>
    Promise.all(styles.map(({ file, integrity }) => environment.addStyle(environment.fileUrl(name, file), integrity)));
  await retryOnce(() => withFailureKind(environment, name, version, apply));
}

/** Loads one version of a remote, and checks that its code has this version. @throws {RemoteError} */
export async function startVersion(
  environment: LoaderEnvironment,
  name: string,
  { version, entry, styles }: LoadableVersion,
): Promise<RemoteModule> {
  const incompatible = (message: string) => new RemoteError('incompatible', name, version, message);
  const within = <Value>(work: () => Promise<Value>, ms?: number) =>
    withFailureKind(environment, name, version, work, ms);
  const url = environment.fileUrl(name, entry);
  if (!(await within(() => environment.hasIntegrity(url), ENTRY_LIMIT_MS)))
    throw new RemoteError('tampered', name, version, `the release has no hash for ${url}`);
  const stylesApplied = Promise.all(
    styles.map(({ file, integrity }) => environment.addStyle(environment.fileUrl(name, file), integrity)),
  );
  stylesApplied.catch(() => undefined); // awaited below; if the script fails first, this rejection must not be unhandled
  const container = await within(() => environment.importModule(url), ENTRY_LIMIT_MS);
  if (!isContainer(container)) throw incompatible(`${url} is not a container`);
  const module = await within(async () => {
    await container.init(await environment.shareScope());
    return (await container.get(REMOTE_EXPOSE))();
  });
  await within(() => stylesApplied);
  if (!isRemoteModule(module)) throw incompatible(`${REMOTE_EXPOSE} does not have the agreed shape`);
  if (module.version !== version) throw incompatible(`its code is version ${module.version}`);
  return module;
}
