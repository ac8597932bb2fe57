import type { KeyObject } from 'node:crypto';
import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto';
import type { Hash } from './merkle.ts';

/**
 * Signed notes as C2SP has them (c2sp.org/signed-note), with Ed25519: text that ends with a line break, an empty line,
 * and a line "— NAME BASE64" for each signature.
 */

const ED25519 = 1;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const ID_BYTES = 4;
/** The DER that stands before the 32 bytes of an Ed25519 key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const PRIVATE = 'PRIVATE+KEY+';
const NAME = /^[^\s+]+$/u;
const SIGNATURE_LINE = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;
/** No note of the log is longer; what is, is not read. */
const MAX_NOTE = 1024 * 1024;
const MAX_SIGNATURES = 100;

/** A note, or the text of a key, that does not have its form. */
export class NoteError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'NoteError';
  }
}

/** A public key with its name. */
export interface Verifier {
  readonly name: string;
  /** The first four bytes of a hash of name and key, in hex; signatures name the key by it. */
  readonly id: string;
  /** "NAME+ID+KEY", as configurations and the log have it. */
  readonly vkey: string;
  verify(text: string, signature: Uint8Array): boolean;
}

/** A private key with its name. */
export interface Signer extends Verifier {
  sign(text: string): Uint8Array;
}

/** The bytes of strict base64. @throws {NoteError} */
function ofBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new NoteError('this is not base64');
  return bytes;
}

function makeVerifier(name: string, raw: Uint8Array): Verifier {
  const typed = Buffer.from([ED25519, ...raw]);
  const id = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'hex').slice(0, ID_BYTES * 2);
  const key = createPublicKey({ key: Buffer.concat([SPKI, raw]), format: 'der', type: 'spki' });
  return {
    name,
    id,
    vkey: `${name}+${id}+${typed.toString('base64')}`,
    verify: (text, signature) =>
      signature.length === SIGNATURE_BYTES && verify(null, Buffer.from(text), key, signature),
  };
}

function makeSigner(name: string, key: KeyObject): Signer {
  if (key.asymmetricKeyType !== 'ed25519') throw new NoteError('the key is not one of Ed25519');
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return { ...makeVerifier(name, spki.subarray(SPKI.length)), sign: (text) => sign(null, Buffer.from(text), key) };
}

/** Splits "NAME+ID+KEY". @throws {NoteError} */
function readKey(text: string): { readonly name: string; readonly id: string; readonly raw: Buffer } {
  const [, name = '', id = '', encoded = ''] = /^([^+]*)\+([^+]*)\+(.*)$/su.exec(text) ?? [];
  if (!NAME.test(name) || !/^[0-9a-f]{8}$/.test(id)) throw new NoteError('a key is like NAME+0123abcd+BASE64');
  const [type, ...raw] = ofBase64(encoded);
  if (type !== ED25519 || raw.length !== KEY_BYTES) throw new NoteError('the key is not one of Ed25519');
  return { name, id, raw: Buffer.from(raw) };
}

/** Reads a public key: "NAME+ID+KEY". @throws {NoteError} */
export function readVerifier(vkey: string): Verifier {
  const { name, id, raw } = readKey(vkey);
  const verifier = makeVerifier(name, raw);
  if (verifier.id !== id) throw new NoteError(`the key has the id ${verifier.id}, not ${id}`);
  return verifier;
}

/** Reads a private key: "PRIVATE+KEY+NAME+ID+KEY". @throws {NoteError} */
function readSkey(skey: string): Signer {
  const { name, id, raw } = readKey(skey.slice(PRIVATE.length));
  const signer = makeSigner(name, createPrivateKey({ key: Buffer.concat([PKCS8, raw]), format: 'der', type: 'pkcs8' }));
  if (signer.id !== id) throw new NoteError(`the key has the id ${signer.id}, not ${id}`);
  return signer;
}

/** A key that has no name of its own is named by its bytes, so that it has the same name everywhere. */
function getName(key: KeyObject): string {
  return `ebike-portal-${hash('sha256', createPublicKey(key).export({ format: 'der', type: 'spki' }), 'hex').slice(0, 12)}`;
}

/** Reads a private key: PEM, or "PRIVATE+KEY+NAME+ID+KEY". @throws {NoteError} */
export function readSigner(text: string): Signer {
  if (text.startsWith(PRIVATE)) return readSkey(text.trimEnd());
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    // What Node says of a private key does not belong into a message.
    throw new NoteError('this is no private key');
  }
  return makeSigner(getName(key), key);
}

/** A new private key, as PEM. */
export function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

/** @throws {NoteError} for a text that cannot be one of a note. */
function checkText(text: string): void {
  if (!text.endsWith('\n') || /(?!\n)\p{Cc}/u.test(text)) throw new NoteError('the text of a note is lines of text');
}

/** Signs a text, which ends with a line break. */
export function signNote(text: string, signer: Signer): string {
  checkText(text);
  const signature = Buffer.concat([Buffer.from(signer.id, 'hex'), signer.sign(text)]).toString('base64');
  return `${text}\n\u2014 ${signer.name} ${signature}\n`;
}

/** The text of a note, and who of `known` has signed it. Signatures of others are left out, as the format wants it. */
interface OpenNote {
  readonly text: string;
  readonly signers: readonly Verifier[];
}

/** @throws {NoteError} for what is no note, or a signature of a known key that is wrong. */
export function openNote(note: string, known: Iterable<Verifier>): OpenNote {
  const end = note.lastIndexOf('\n\n');
  if (note.length > MAX_NOTE || end < 0 || !note.endsWith('\n')) throw new NoteError('this is no signed note');
  const text = note.slice(0, end + 1);
  checkText(text);
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) throw new NoteError('the note has too many signatures');
  const keys = [...known];
  const signers = new Set<Verifier>();
  for (const line of lines) {
    const [, name = '', encoded = ''] = SIGNATURE_LINE.exec(line) ?? [];
    const bytes = ofBase64(encoded);
    if (bytes.length <= ID_BYTES) throw new NoteError('the note has a line that is no signature');
    const id = bytes.subarray(0, ID_BYTES).toString('hex');
    const key = keys.find((each) => each.name === name && each.id === id);
    if (!key) continue;
    if (!key.verify(text, bytes.subarray(ID_BYTES))) throw new NoteError(`the signature of ${name} is wrong`);
    signers.add(key);
  }
  return { text, signers: [...signers] };
}

/** What a checkpoint says (c2sp.org/tlog-checkpoint): of which log, and the tree of its first `size` entries. */
export interface Checkpoint {
  /** The name of the log, chosen with its first entry. */
  readonly origin: string;
  readonly size: number;
  readonly root: Hash;
}

const HASH_BYTES = 32;
const LINES = /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n$/u;

/** The text of a checkpoint, to be signed as a note. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${String(size)}\n${Buffer.from(root).toString('base64')}\n`;
}

/** @throws {NoteError} for another text. The log writes no further lines, so none are read. */
export function parseCheckpoint(text: string): Checkpoint {
  const [, origin = '', size = '', encoded = ''] = LINES.exec(text) ?? [];
  const root = Buffer.from(encoded, 'base64');
  if (root.length !== HASH_BYTES || root.toString('base64') !== encoded) throw new NoteError('this is no checkpoint');
  return { origin, size: Number(size), root };
}
