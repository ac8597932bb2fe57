import { getErrorMessage } from '@portal/node-kit/plain-error';
import { parseInput } from '@portal/contract/parse';
import * as v from 'valibot';
import { fromBytes } from '../format/documents.ts';
import { entryKey, numberOfKey } from '../format/keys.ts';
import { parseCheckpoint, openNote, readVerifier } from './signed-note.ts';
import type { SavedCheckpoint, Leaf, LogKey } from './leaf.ts';
import { EntrySchema, FORMAT, LeafSchema } from './leaf.ts';
import { LogError } from './log-error.ts';
import type { LoggedDocument, LogEntry, LogView } from './log-view.ts';
import type { Hash } from './merkle.ts';
import { GrowingTree, leafHash, computeRoot, sameHash } from './merkle.ts';
import type { Verifier } from './signed-note.ts';

const FormatSchema = v.looseObject({ schema: v.number() });
const KindSchema = v.looseObject({ kind: v.string() });
const OTHER_FORMAT = 'Nothing was changed: use the version that wrote it, or begin with an empty store.';
const RESTORE = 'Restore the log from a backup: what it has said can be proved only by its own bytes.';

/** What a leaf says that a restore lost: the entries of another log after those that it has in common with this one. */
interface Lost {
  readonly common: number;
  readonly hashes: readonly Hash[];
}

interface Restore extends Lost {
  readonly signedBy: LogKey;
}

/** An entry that was examined, and not taken yet. */
interface NextEntry {
  readonly entry: LogEntry;
  readonly lost: Lost | undefined;
  readonly tree: GrowingTree;
  readonly hash: Hash;
  readonly origin: string;
  readonly checkpoint: string;
}

const ofBase64 = (text: string): Hash => Buffer.from(text, 'base64');

/** A log as far as it was read. It takes entries one after the other, each only if it is right. */
export class LogState implements LogView {
  tree = GrowingTree.empty;
  origin: string | null = null;
  checkpoint: string | null = null;
  /** The bytes of the newest entry. */
  newest: Uint8Array | undefined;
  keys: readonly LogKey[] = [];
  newestRelease = 0;
  /** The highest number of a release in this log itself; 0 if there is none. */
  lastRelease = 0;
  readonly documents = new Map<string, LoggedDocument>();
  readonly entries: LogEntry[] = [];
  /** Keys that have signed an entry. */
  readonly signers = new Set<string>();
  readonly restores: Restore[] = [];
  /** Whether a release service has written for somebody. */
  #hasServed = false;
  readonly #hashes: Hash[] = [];
  readonly #verifiers = new Map<string, Verifier>();
  readonly #place: string;

  /** @param place where the store is, for messages. */
  constructor(place: string) {
    this.#place = place;
  }

  get size(): number {
    return this.tree.size;
  }

  get leafHashes(): readonly Hash[] {
    return this.#hashes;
  }

  findEntry(key: string): LogEntry | undefined {
    const document = this.documents.get(key);
    return document && this.entries[document.index];
  }

  keep(): SavedCheckpoint | undefined {
    if (this.checkpoint === null) return undefined;
    const leafHashes = this.#hashes.map((hash) => Buffer.from(hash).toString('base64'));
    return { schema: 1, checkpoint: this.checkpoint, leafHashes, release: this.newestRelease };
  }

  /** Takes the next entry. @throws {LogError} for one that does not follow; then nothing has changed. */
  add(bytes: Uint8Array): void {
    const key = entryKey(this.size);
    let next: NextEntry;
    try {
      next = this.#examine(bytes);
    } catch (error) {
      if (error instanceof LogError) throw error;
      const named = `${this.#place}/${key}`;
      const format = readFormat(bytes);
      if (format !== FORMAT) {
        const problem = `Another version of the portal wrote ${named}, in format ${String(format)}; this one reads format ${String(FORMAT)}.`;
        throw new LogError('format', problem, OTHER_FORMAT, error);
      }
      const reason = getErrorMessage(error);
      throw new LogError('damaged', `${named} is not what was logged (${reason}).`, RESTORE, error);
    }
    this.#take(next.entry, next.lost);
    [this.tree, this.origin, this.checkpoint, this.newest] = [next.tree, next.origin, next.checkpoint, bytes];
    this.#hashes.push(next.hash);
  }

  /**
   * Makes sure that readers will take an entry: one that they refuse would end the log for everybody.
   * @throws {LogError}
   */
  checkNext(bytes: Uint8Array): void {
    try {
      this.#examine(bytes);
    } catch (error) {
      const reason = getErrorMessage(error);
      throw new LogError('not-allowed', `The log takes no such entry (${reason}).`, 'Nothing counts of it.', error);
    }
  }

  #examine(bytes: Uint8Array): NextEntry {
    const key = entryKey(this.size);
    const stored = parseInput(key, EntrySchema, fromBytes(bytes));
    const claim: unknown = JSON.parse(stored.leaf);
    const hash = leafHash(Buffer.from(stored.leaf));
    const tree = this.tree.with(hash);
    const allowed = this.#allowed(claim);
    const origin = this.#check(stored.checkpoint, tree, [...allowed.keys()]);
    if (v.is(KindSchema, claim) && !v.is(LeafSchema, claim) && this.size > 0 && isLaterKind(claim.kind))
      throw new LogError('newer', `A newer version of the portal wrote ${this.#place}/${key}.`, 'Update this one.');
    const leaf = parseInput(key, LeafSchema, claim);
    const lost = leaf.kind === 'restore' ? this.#readRestore(leaf) : undefined;
    if (leaf.kind === 'keys') for (const each of leaf.keys) this.#findVerifier(each.key);
    const signedBy = allowed.get(origin.signer);
    if (!signedBy) throw new Error('no key that may sign has signed it');
    const entry = { index: this.size, leaf, signedBy, isBreakGlass: this.#isBreakGlass(signedBy, leaf) };
    return { entry, lost, tree, hash, origin: origin.name, checkpoint: stored.checkpoint };
  }

  /**
   * Whether this log goes on from a tree that somebody saw: it contains it, or a restore that `trusted` signed says
   * what became of it.
   */
  continues({ size, root }: { readonly size: number; readonly root: Hash }, trusted: ReadonlySet<string>): boolean {
    if (size <= this.size && sameHash(computeRoot(this.#hashes.slice(0, size)), root)) return true;
    return this.restores.some(({ signedBy, common, hashes }) => {
      if (!trusted.has(signedBy.key) || size <= common || size > common + hashes.length) return false;
      return sameHash(computeRoot([...this.#hashes.slice(0, common), ...hashes.slice(0, size - common)]), root);
    });
  }

  /** The keys that may sign the next entry: those of the log, or those that the first entry names itself. */
  #allowed(claim: unknown): ReadonlyMap<Verifier, LogKey> {
    let { keys } = this;
    if (this.size === 0) {
      const leaf = parseInput('the first entry', LeafSchema, claim);
      if (leaf.kind !== 'keys') throw new Error('a log begins with the keys that may sign');
      ({ keys } = leaf);
    }
    return new Map(keys.map((each) => [this.#findVerifier(each.key), each]));
  }

  #findVerifier(vkey: string): Verifier {
    const known = this.#verifiers.get(vkey) ?? readVerifier(vkey);
    this.#verifiers.set(vkey, known);
    return known;
  }

  #check(note: string, tree: GrowingTree, allowed: readonly Verifier[]): { name: string; signer: Verifier } {
    const { text, signers } = openNote(note, allowed);
    const { origin, size, root } = parseCheckpoint(text);
    const [signer] = signers;
    if (!signer) throw new Error('no key that may sign has signed it');
    if (this.origin !== null && origin !== this.origin) throw new Error(`it is of the log ${origin}`);
    if (size !== tree.size || !sameHash(root, tree.root()))
      throw new Error('it follows other entries than those before it');
    return { name: origin, signer };
  }

  #readRestore({ common, lost, predecessor }: Extract<Leaf, { kind: 'restore' }>): Lost {
    const hashes = lost.map(ofBase64);
    const { size, root } = parseCheckpoint(openNote(predecessor, []).text);
    const before = [...this.#hashes.slice(0, common), ...hashes];
    if (common > this.size || size !== common + hashes.length || !sameHash(computeRoot(before), root))
      throw new Error('the hashes of what was lost do not lead to the checkpoint before the restore');
    return { common, hashes };
  }

  /**
   * With one key for all, whoever signs says whether it was an operator; with a key of its own, the service proves that
   * it was none.
   */
  #isBreakGlass({ role }: LogKey, { actor }: Leaf): boolean {
    const namesService = this.keys.some((each) => each.role === 'service');
    if (role === 'break-glass' && namesService) return true;
    return actor.kind === 'operator' && (namesService || this.#hasServed);
  }

  #take(entry: LogEntry, lost: Lost | undefined): void {
    const { leaf, index } = entry;
    if (leaf.kind === 'document') this.#log(leaf.key, { sha256: leaf.sha256, index });
    else if (leaf.kind === 'restore') this.newestRelease = Math.max(this.newestRelease, leaf.release);
    else this.keys = leaf.keys;
    this.#hasServed ||= leaf.actor.kind === 'person' || leaf.actor.kind === 'pipeline';
    if (lost) this.restores.push({ ...lost, signedBy: entry.signedBy });
    this.signers.add(entry.signedBy.key);
    this.entries.push(entry);
  }

  #log(key: string, document: LoggedDocument): void {
    this.documents.set(key, document);
    this.lastRelease = Math.max(this.lastRelease, numberOfKey(key) ?? 0);
    this.newestRelease = Math.max(this.newestRelease, this.lastRelease);
  }
}

/** The format of the store, as an entry names it; this checkout's if it names none. */
function readFormat(bytes: Uint8Array): number {
  try {
    const entry = fromBytes(bytes);
    return v.is(FormatSchema, entry) ? entry.schema : FORMAT;
  } catch {
    return FORMAT;
  }
}

const KINDS: readonly string[] = ['document', 'keys', 'restore'] satisfies readonly Leaf['kind'][];

/** Whether a kind of leaf is none of those that this checkout knows. */
const isLaterKind = (kind: string) => !KINDS.includes(kind);
