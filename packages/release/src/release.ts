import type { Release, ReleasedPart } from '@portal/contract/release';
import { RefusedError } from './errors.ts';
import { checkFiles, checkRelease, fits } from './policy.ts';
import type { ReleaseDraft, Store } from './store.ts';

/** What the next release is to change; every part that is not named stays as it is. */
export interface ReleaseChange {
  /** Version of the shell. */
  readonly shell?: string | undefined;
  /** Versions of remotes by name; null takes the remote out. */
  readonly remotes?: Readonly<Record<string, string | null>> | undefined;
  readonly createdBy: string;
  readonly reason: string;
}

export interface Promotion {
  /** `unchanged`: every version that was asked for is live already, so no release was created. */
  readonly result: 'created' | 'unchanged';
  readonly release: Release;
}

async function readPart(store: Store, name: string, version: string): Promise<ReleasedPart> {
  const manifest = await store.readManifest(name, version);
  await checkFiles(store, manifest);
  return { version, manifest };
}

async function nextShell(store: Store, live: Release | undefined, version: string | undefined): Promise<ReleasedPart> {
  if (version !== undefined && version !== live?.shell.version) return readPart(store, 'shell', version);
  if (live) return live.shell;
  throw new RefusedError(
    'no-shell',
    'The first release must name a version of the shell. Publish the shell and name it.',
  );
}

async function nextRemotes(
  store: Store,
  live: Release | undefined,
  shell: ReleasedPart,
  changes: Readonly<Record<string, string | null>>,
): Promise<Release['remotes']> {
  const remotes: Release['remotes'] = { ...live?.remotes };
  for (const [name, version] of Object.entries(changes)) {
    const before = live?.remotes[name];
    if (version === null) delete remotes[name];
    else if (version !== before?.version) {
      const fallback = before ? { version: before.version, manifest: before.manifest } : null;
      remotes[name] = { ...(await readPart(store, name, version)), fallback };
    }
  }
  for (const [name, remote] of Object.entries(remotes)) {
    // A fallback that the shell cannot run would only fail a second time.
    if (remote.fallback && !fits(shell.manifest, remote.fallback.manifest))
      remotes[name] = { ...remote, fallback: null };
  }
  return remotes;
}

/**
 * Makes the release that would follow the live one, and holds it against the policy; nothing is written. A remote that changes
 * falls back to the version that was live before it.
 * @throws {RefusedError} naming the rule that it breaks; {StoreError} when a version is missing or damaged.
 */
export async function composeRelease(
  store: Store,
  change: ReleaseChange,
  now: Date = new Date(),
): Promise<ReleaseDraft> {
  const live = await store.latestRelease();
  const shell = await nextShell(store, live, change.shell);
  const draft: ReleaseDraft = {
    schema: 1,
    number: (live?.number ?? 0) + 1,
    createdAt: now.toISOString(),
    createdBy: change.createdBy,
    reason: change.reason,
    action: 'promote',
    urgent: false,
    shell,
    remotes: await nextRemotes(store, live, shell, change.remotes ?? {}),
    canaries: live?.canaries ?? {},
  };
  checkRelease(draft);
  return draft;
}

function changesNothing(live: Release, { shell, remotes = {} }: ReleaseChange): boolean {
  return (
    (shell === undefined || shell === live.shell.version) &&
    Object.entries(remotes).every(([name, version]) => (live.remotes[name]?.version ?? null) === version)
  );
}

/**
 * Makes the named versions live, as a new release on top of the live one. Rolling back is the same with older versions.
 * @throws {RefusedError} naming the rule that it breaks; {StoreError} when a version is missing or damaged;
 * {ReleaseConflictError} when another release was created meanwhile.
 */
export async function promote(store: Store, change: ReleaseChange): Promise<Promotion> {
  const live = await store.latestRelease();
  if (live && changesNothing(live, change)) return { result: 'unchanged', release: live };
  const draft = await composeRelease(store, change);
  return { result: 'created', release: await store.createRelease(draft) };
}
