import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  checkpointText,
  parseCheckpoint,
  newKey,
  NoteError,
  openNote,
  readSigner,
  readVerifier,
  signNote,
} from './signed-note.ts';

// Of Go's golang.org/x/mod/sumdb/note, and the example of c2sp.org/signed-note.
const SKEY = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const VKEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const ENOCH = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop';
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const PETER_LINE =
  '\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const ENOCH_LINE =
  '\u2014 EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n';
const NOTE = `${TEXT}\n${PETER_LINE}`;
const C2SP_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const C2SP_NOTE =
  'This is an example message.\n\n\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';

test('signs as Go does, byte for byte', () => {
  const signer = readSigner(SKEY);
  expect(signer).toMatchObject({ name: 'PeterNeumann', id: 'c74f20a3', vkey: VKEY });
  expect(signNote(TEXT, signer)).toBe(NOTE);
  expect(() => signNote('text without a line break', signer)).toThrow(NoteError);
});

test.each([
  ['of Go', NOTE, VKEY],
  ['of two signers', `${NOTE}${ENOCH_LINE}`, ENOCH],
  ['of C2SP', C2SP_NOTE, C2SP_KEY],
])('opens the published note %s', (_, note, vkey) => {
  const key = readVerifier(vkey);
  expect(openNote(note, [key])).toEqual({ text: note.slice(0, note.indexOf('\n\n') + 1), signers: [key] });
});

test('a note of strangers opens, and nobody has signed it', () => {
  expect(openNote(NOTE, [readVerifier(ENOCH), readVerifier(C2SP_KEY)]).signers).toEqual([]);
});

test.each([
  ['another text', NOTE.replace('answer', 'answers')],
  ['another signature', NOTE.replace('x08go/ZJ', 'x08go/ZK')],
  ['a signature that is too short', `${TEXT}\n\u2014 PeterNeumann x08go/ZJkuBS\n`],
  ['no base64', `${TEXT}\n\u2014 PeterNeumann x08go*\n`],
  ['base64 that another text stands for, too', NOTE.replace('nAM=\n', 'nAN=\n')],
  ['no name', `${TEXT}\n\u2014  x08go/ZJkuBS\n`],
  ['no dash', NOTE.replace('\u2014', '-')],
  ['no line break at its end', NOTE.slice(0, -1)],
  ['no signature', `${TEXT}\n`],
  ['no empty line', TEXT + PETER_LINE],
  ['a carriage return', NOTE.replace('problem,\n', 'problem,\r\n')],
  ['a control character', NOTE.replace('think', 'thi\u0007nk')],
  ['101 signatures', NOTE + ENOCH_LINE.repeat(100)],
  ['a megabyte', `${'x'.repeat(1024 * 1024)}\n\n${PETER_LINE}`],
])('refuses a note with %s', (_, note) => {
  expect(() => openNote(note, [readVerifier(VKEY)])).toThrow(NoteError);
});

function isRefused(read: () => unknown): boolean {
  try {
    read();
    return false;
  } catch (error) {
    return error instanceof NoteError;
  }
}

test('refuses every mangled key that Go refuses', () => {
  for (const [text, read] of [
    [VKEY, readVerifier],
    [SKEY, readSigner],
  ] as const) {
    const mangled: string[] = [];
    for (let from = 0; from < text.length; from += 1)
      for (let to = from + 1; to < text.length + Math.min(from, 1); to += 1) mangled.push(text.slice(from, to));
    for (let at = 0; at < text.length; at += 1) {
      const next = String.fromCharCode(text.charCodeAt(at) + 1);
      mangled.push(text.slice(0, at) + next + text.slice(at + 1));
    }
    // Thousands of `expect` would take seconds.
    expect(mangled.filter((key) => !isRefused(() => read(key)))).toEqual([]);
  }
  // A key of another length, and one of another kind, each with the id that fits.
  const ofOtherLength = 'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==';
  const ofOtherKind = 'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  for (const vkey of [ofOtherLength, ofOtherKind]) expect(() => readVerifier(vkey)).toThrow(NoteError);
});

test('a new key is PEM, has the same name wherever it is read, and signs what its public key confirms', () => {
  const pem = newKey();
  const signer = readSigner(pem);
  expect(readSigner(pem).vkey).toBe(signer.vkey);
  expect(signer.name).toMatch(/^ebike-portal-[0-9a-f]{12}$/);
  const key = readVerifier(signer.vkey);
  expect(openNote(signNote('text\n', signer), [key]).signers).toEqual([key]);
});

test('refuses a key of another kind, and says nothing of its content', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect(() => readSigner(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())).toThrow('Ed25519');
  expect(() => readSigner('-----BEGIN PRIVATE KEY-----\nsecret\n')).toThrow(/^(?!.*secret)/);
});

// The example of c2sp.org/tlog-checkpoint.
const CHECKPOINT = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';

test('reads the published checkpoint, and writes it byte for byte', () => {
  const checkpoint = parseCheckpoint(CHECKPOINT);
  expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 });
  expect(checkpointText(checkpoint)).toBe(CHECKPOINT);
});

test.each([
  ['no origin', CHECKPOINT.replace('example.com/behind-the-sofa', '')],
  ['a size with a leading zero', CHECKPOINT.replace('20852163', '020852163')],
  ['a negative size', CHECKPOINT.replace('20852163', '-1')],
  ['a size that no number has', CHECKPOINT.replace('20852163', '9'.repeat(17))],
  ['a short hash', CHECKPOINT.replace('CsUY', '')],
  ['a hash in base64 that another text stands for, too', CHECKPOINT.replace('2I=', '2J=')],
  ['a further line', `${CHECKPOINT}more\n`],
  ['no line break at its end', CHECKPOINT.slice(0, -1)],
])('refuses a checkpoint with %s', (_, text) => {
  expect(() => parseCheckpoint(text)).toThrow(NoteError);
});
