import { setTimeout as pause } from 'node:timers/promises';
import type { StoreDriver } from '../format/driver.ts';
import { MOST_TRIES, takenEachTime, UnsettledError } from '../format/driver.ts';
import { sha256Hex } from '../format/integrity.ts';
import { entryKey, isDocument, LOG } from '../format/keys.ts';
import type { Actor } from './actor.ts';
import type { SavedCheckpoint, Leaf, LogKey, StoredEntry } from './leaf.ts';
import { LogError } from './log-error.ts';
import { LogReader } from './log-reader.ts';
import type { LogState } from './log-state.ts';
import type { LogView } from './log-view.ts';
import type { SeenLog } from './served-log.ts';
import { newKey, readSigner, signNote, checkpointText } from './signed-note.ts';
import { randomBytes } from 'node:crypto';
import { toBytes } from '../format/documents.ts';
import { FORMAT } from './leaf.ts';
import { leafHash } from './merkle.ts';
import type { Signer } from './signed-note.ts';

/** A key with what it may sign for. */
export interface LogSigner {
  readonly signer: Signer;
  readonly role: LogKey['role'];
}

/** The bytes of the entry that follows a log. */
export function nextEntry(log: Pick<LogState, 'tree' | 'origin'>, leaf: Leaf, signer: Signer): Uint8Array {
  const text = JSON.stringify(leaf);
  const tree = log.tree.with(leafHash(Buffer.from(text)));
  const origin = log.origin ?? `ebike-portal/${randomBytes(8).toString('hex')}`;
  const checkpoint = signNote(checkpointText({ origin, size: tree.size, root: tree.root() }), signer);
  return toBytes({ schema: FORMAT, leaf: text, checkpoint } satisfies StoredEntry);
}

/** @throws {LogError} for a key that may not sign. */
function checkAllowed(log: LogState, { place }: StoreDriver, { vkey }: Signer): void {
  if (log.size === 0 || log.keys.some(({ key }) => key === vkey)) return;
  throw new LogError(
    'not-allowed',
    `The log of ${place} does not name the key ${vkey}.`,
    `Somebody whose key it names can add it: npm run release -- store keys add ${vkey} --reason "…"`,
  );
}

/**
 * Appends an entry. Of any number of writers, one gets the next index; the others read on, and ask `decide` again.
 * @param decide gives the leaf on top of the log as it is; undefined to append nothing.
 * @returns whether it was appended. @throws {LogError} for a key that may not sign; {DriverError} if others always come
 * first.
 */
async function appendEntry(
  driver: StoreDriver,
  reader: LogReader,
  { signer }: LogSigner,
  decide: (log: LogState) => Leaf | undefined,
): Promise<boolean> {
  for (let tried = 1; tried <= MOST_TRIES.entry; tried += 1) {
    const log = await reader.read();
    checkAllowed(log, driver, signer);
    const leaf = decide(log);
    if (!leaf) return false;
    const entry = nextEntry(log, leaf, signer);
    log.checkNext(entry);
    if ((await driver.create(entryKey(log.size), entry)) === 'created') {
      await reader.read();
      return true;
    }
  }
  throw takenEachTime(driver, LOG);
}

/** How a store is opened: whose log it reads, and who writes. */
export interface StoreAccess {
  /** Keys that the reader trusts ("NAME+ID+KEY"); a function is asked again until the log was accepted. */
  readonly trusted: readonly string[] | (() => Promise<readonly string[]>);
  /** What the reader kept of the log when it last saw it. */
  readonly savedCheckpoint?: SavedCheckpoint | undefined;
  /** The file in which it is kept. */
  readonly checkpointFile?: string | undefined;
  /** Asks others, such as web servers, what they have seen of the log; before the first write. */
  readonly askOthers?: (() => Promise<readonly SeenLog[]>) | undefined;
  /** Called with the log after each look that accepted it; the look lasts until it is done. */
  readonly onRead?: ((log: LogView) => Promise<void>) | undefined;
  /**
   * Signs what is written; a function is asked at the first write, and whether a new key may sign it. Without it, the
   * store can only be read.
   */
  readonly signer?: LogSigner | ((mayBeNew: boolean) => Promise<LogSigner>) | undefined;
  readonly actor?: Actor | undefined;
  /** How long a writer waits for the entry of a document that somebody else has begun, in milliseconds. */
  readonly patienceMs?: number | undefined;
}

const PATIENCE_MS = 2000;
const BETWEEN_LOOKS_MS = 20;

/** A document beside what the log says of it. */
export type Found =
  | { readonly is: 'logged'; readonly bytes: Uint8Array }
  | { readonly is: 'altered' | 'unlogged'; readonly bytes: Uint8Array }
  | { readonly is: 'removed' | 'absent'; readonly bytes?: undefined };

/** The leaves that change the log itself. */
type LogLeaf = Exclude<Leaf, { kind: 'document' }>;
type Undated<Of> = Of extends unknown ? Omit<Of, 'at' | 'actor'> : never;

/** Signs as the writer would; where that makes a key, for the first entry of a log, with one that nobody keeps. */
function keyOfDryRun({ signer, trusted }: StoreAccess): Pick<StoreAccess, 'signer' | 'trusted'> {
  if (typeof signer !== 'function') return { signer, trusted };
  const made = readSigner(newKey());
  return {
    trusted: async () => [...(typeof trusted === 'function' ? await trusted() : trusted), made.vkey],
    signer: (mayBeNew) =>
      signer(false).catch((error: unknown) => {
        if (mayBeNew && error instanceof LogError) return { signer: made, role: 'break-glass' } as const;
        throw error;
      }),
  };
}

/** The documents of a store: each counts only as the log has it, and each that is written is logged. */
export class LoggedDocuments {
  readonly driver: StoreDriver;
  readonly #reader: LogReader;
  readonly #access: StoreAccess;
  #signer: Promise<LogSigner> | undefined;

  constructor(driver: StoreDriver, access: StoreAccess, reader = new LogReader(driver, access)) {
    this.driver = driver;
    this.#access = access;
    this.#reader = reader;
  }

  as(actor: Actor): LoggedDocuments {
    return new LoggedDocuments(this.driver, { ...this.#access, actor }, this.#reader);
  }

  /** The same documents on a driver that changes nothing; nothing is remembered of them. */
  dryRun(driver: StoreDriver): LoggedDocuments {
    const { onRead: _remembers, ...access } = this.#access;
    return new LoggedDocuments(driver, { ...access, ...keyOfDryRun(access) });
  }

  /** The log as it is now. @throws {LogError} also if there are documents and no log. */
  async log(): Promise<LogState> {
    const log = await this.#reader.read();
    if (log.size > 0) return log;
    const keys = await this.driver.list('');
    // A first writer may have begun the log meanwhile.
    if (!keys.some(isDocument)) return log;
    const later = await this.#reader.read();
    if (later.size > 0) return later;
    throw new LogError(
      'missing',
      `The store in ${this.driver.place} has releases and no log.`,
      'Restore the log from a backup.',
    );
  }

  /** The log, read anew from its first entry: what this process knows of it must still be there. */
  async logAnew(): Promise<LogView> {
    const savedCheckpoint = (await this.log()).keep() ?? this.#access.savedCheckpoint;
    return new LogReader(this.driver, { ...this.#access, savedCheckpoint }).read();
  }

  /** The log as the last look found it. */
  known(): Promise<LogView> {
    return this.#reader.known();
  }

  /**
   * Signs a text that is not for the log, as a note; writes nothing. @throws {LogError} for a key that the log does not
   * name.
   */
  async sign(text: string): Promise<string> {
    const log = await this.log();
    const { signer } = await this.#sign(false);
    checkAllowed(log, this.driver, signer);
    return signNote(text, signer);
  }

  async find(key: string): Promise<Found> {
    const known = await this.#reader.known();
    const found = this.#compare(key, known, await this.driver.get(key));
    if (found.is === 'logged' || found.is === 'absent') return found;
    // It may have been written after the log was read.
    const log = await this.log();
    return this.#compare(key, log, await this.driver.get(key));
  }

  #compare(key: string, log: LogState, bytes: Uint8Array | undefined): Found {
    const logged = log.documents.get(key);
    if (!bytes) return { is: logged ? 'removed' : 'absent' };
    if (!logged) return { is: 'unlogged', bytes };
    return { is: sha256Hex(bytes) === logged.sha256 ? 'logged' : 'altered', bytes };
  }

  /**
   * Writes a document and its entry. What a writer left without an entry is replaced. @throws {UnsettledError} if both
   * exist, but one may not be durable.
   */
  async create(key: string, bytes: Uint8Array): Promise<'created' | 'exists'> {
    const before = (await this.begin()).documents.get(key);
    for (let tried = 1; tried <= MOST_TRIES.object; tried += 1) {
      const { created, unsettled } = await this.#createObject(key, bytes);
      if (created === 'exists') {
        const log = await this.log();
        const logged = log.documents.get(key);
        if (logged) return this.#confirm(logged.index);
        const stored = await this.driver.get(key);
        if (!stored) continue;
        if (Buffer.compare(stored, bytes) !== 0) {
          if (await this.isLoggedSoon(key)) continue;
          await this.driver.remove(key);
          continue;
        }
      }
      const isOurs = await this.append(key, bytes, (log) => log.documents.get(key)?.index === before?.index);
      if (unsettled) throw unsettled;
      return isOurs ? 'created' : 'exists';
    }
    throw takenEachTime(this.driver, key);
  }

  /** Makes sure that the entry of a document is durable: who wrote it may have been interrupted. */
  async #confirm(index: number): Promise<'exists'> {
    const entry = await this.driver.get(entryKey(index));
    if (entry) await this.driver.create(entryKey(index), entry);
    return 'exists';
  }

  async #createObject(key: string, bytes: Uint8Array) {
    try {
      return { created: await this.driver.create(key, bytes) };
    } catch (error) {
      if (!(error instanceof UnsettledError)) throw error;
      return { created: 'created', unsettled: error } as const;
    }
  }

  /**
   * Appends the entry of a document, unless `isStill` says no on top of the log as it is then. @returns whether it did.
   */
  async append(key: string, bytes: Uint8Array, isStill: (log: LogState) => boolean): Promise<boolean> {
    const leaf = { kind: 'document', key, sha256: sha256Hex(bytes), ...this.#now() } as const;
    const signer = await this.#sign(false);
    return appendEntry(this.driver, this.#reader, signer, (log) => (isStill(log) ? leaf : undefined));
  }

  /** Appends an entry about the log itself, on top of the log as it is then. @throws {LogError} if there is no log. */
  async change(decide: (log: LogState) => Undated<LogLeaf>): Promise<void> {
    const { size } = await this.log();
    await this.#reader.checkOthers();
    if (size === 0) throw new LogError('missing', `There is no store in ${this.driver.place}.`, 'Name the right one.');
    const signer = await this.#sign(false);
    await appendEntry(this.driver, this.#reader, signer, (log) => ({ ...decide(log), ...this.#now() }));
  }

  /** The key that this writer has; it is made if there is none. */
  async ownKey(): Promise<LogKey> {
    const { signer, role } = await this.#sign(true);
    return { key: signer.vkey, role };
  }

  /**
   * The log, which an empty store gets with its first write. @throws {LogError} before anything is written with a key
   * that may not sign.
   */
  async begin(): Promise<LogState> {
    await this.#reader.checkOthers();
    const log = await this.log();
    if (log.size > 0) {
      checkAllowed(log, this.driver, (await this.#sign(false)).signer);
      return log;
    }
    await this.driver.prepare?.();
    const signer = await this.#sign(true);
    const keys = [{ key: signer.signer.vkey, role: signer.role }];
    const first = { kind: 'keys', keys, reason: 'the first entry of this store', ...this.#now() } as const;
    await appendEntry(this.driver, this.#reader, signer, ({ size }) => (size === 0 ? first : undefined));
    return this.log();
  }

  /** Whether the log gets a document that somebody else has begun, within the time that a writer needs. */
  async isLoggedSoon(key: string): Promise<boolean> {
    const { patienceMs = PATIENCE_MS } = this.#access;
    for (let waited = 0; ; waited += BETWEEN_LOOKS_MS) {
      if ((await this.#reader.read()).documents.has(key)) return true;
      if (waited >= patienceMs) return false;
      await pause(BETWEEN_LOOKS_MS);
    }
  }

  /** A key that is made now can sign the first entry alone: every other one needs a key that the log names. */
  #sign(mayBeNew: boolean): Promise<LogSigner> {
    const { signer } = this.#access;
    if (!signer)
      throw new LogError('not-allowed', `${this.driver.place} was opened without a key.`, 'It can only be read.');
    if (this.#signer) return this.#signer;
    const asked = typeof signer === 'function' ? signer(mayBeNew) : Promise.resolve(signer);
    this.#signer = asked;
    // Without a key now, there may be one when it is needed again.
    asked.catch(() => {
      this.#signer = undefined;
    });
    return asked;
  }

  #now(): { readonly at: string; readonly actor: Actor } {
    return { at: new Date().toISOString(), actor: this.#access.actor ?? { kind: 'operator', name: 'somebody' } };
  }
}
