import { expect, test } from '@jest/globals';
import { checkpointText, parseCheckpoint, newKey, NoteError, readSigner, signNote } from './signed-note.ts';
import { LONGEST_TOKEN, PREVIEW_MS, previewText, readPreviewToken, tokenOfNote } from './preview-token.ts';

const NOW = Date.UTC(2026, 0, 1);
const ORIGIN = 'ebike-portal/0123456789abcdef';
const signer = readSigner(newKey());
const LOG = { origin: ORIGIN, keys: [{ key: signer.vkey, role: 'service' as const }] };
const CLAIM = {
  versions: { shell: '2.0.0', 'mfe-hubs': '1.1.0' },
  until: new Date(NOW + PREVIEW_MS).toISOString(),
};

const OVERRIDE = { part: 'mfe-hubs', origin: 'http://localhost:4000' };

const signed = (text: string, by = signer) => tokenOfNote(signNote(text, by));
const TEXT = previewText(ORIGIN, CLAIM);
const TOKEN = signed(TEXT);
const later = (ms: number) => new Date(NOW + ms).toISOString();
/** With this override in a signed text. */
const overriding = (origin: string, part = 'mfe-hubs') =>
  signed(previewText(ORIGIN, { ...CLAIM, override: { part, origin } }));
/** With one character of what is decoded changed. */
const changed = (from: string, to: string) => tokenOfNote(Buffer.from(TOKEN, 'base64url').toString().replace(from, to));

test('a token that a key of the log has signed says its versions until its end', () => {
  expect(readPreviewToken(TOKEN, LOG, NOW)).toEqual(CLAIM);
  expect(readPreviewToken(TOKEN, LOG, NOW + PREVIEW_MS - 1)).toEqual(CLAIM);
  expect(readPreviewToken(TOKEN, LOG, NOW + PREVIEW_MS)).toBeUndefined();
});

test.each([
  { ...CLAIM, override: OVERRIDE },
  { ...CLAIM, versions: {}, override: OVERRIDE },
  { ...CLAIM, override: { ...OVERRIDE, origin: 'https://anna.dev.example.com' } },
  { ...CLAIM, override: { ...OVERRIDE, origin: 'http://127.0.0.1:4000' } },
])('%j is read as it was signed', (claim) => {
  expect(readPreviewToken(signed(previewText(ORIGIN, claim)), LOG, NOW)).toEqual(claim);
});

test.each([
  ['nothing', ''],
  ['no base64', '!'],
  ['base64 of something else', tokenOfNote('hello')],
  ['the text without a signature', tokenOfNote(`${TEXT}\n`)],
  ['another version', changed('1.1.0', '1.2.0')],
  ['another part', changed('mfe-hubs', 'mfe-cubs')],
  ['a later end', changed('2026-01-02', '2026-01-03')],
  ['another signature', TOKEN.slice(0, -8) + TOKEN.slice(-8).toUpperCase()],
  ['a character more, which decoding drops', `${TOKEN}=`],
  ['a line break', `${TOKEN}\n`],
  ['a stranger’s signature', signed(TEXT, readSigner(newKey()))],
  ['the log of another store', signed(previewText('ebike-portal/fedcba9876543210', CLAIM))],
  ['an end that is more than a day away', signed(previewText(ORIGIN, { ...CLAIM, until: later(2 * PREVIEW_MS) }))],
  ['an end that is no time', signed(previewText(ORIGIN, { ...CLAIM, until: 'never' }))],
  ['no version', signed(previewText(ORIGIN, { ...CLAIM, versions: {} }))],
  ['a name that is no part’s', signed(TEXT.replace('mfe-hubs', '../hubs'))],
  ['a version that is none', signed(TEXT.replace('1.1.0', '1.1'))],
  ['one part twice', signed(`${TEXT}shell 2.0.0\n`)],
  ['a line that it does not know', signed(`${TEXT}overrule mfe-hubs http://localhost:4001\n`)],
  ['two overrides', signed(`${TEXT}${'override mfe-hubs http://localhost:4000\n'.repeat(2)}`)],
  [
    'an override before a version',
    signed(TEXT.replace('mfe-hubs', 'override mfe-hubs http://localhost:4000\nmfe-hubs')),
  ],
  ['an override of no part', overriding('http://localhost:4000', '../hubs')],
  ...[
    'http://dev.example.com',
    'http://localhost:4000/',
    'http://localhost:4000/path',
    'http://localhost:80',
    'http://localhost.:4000',
    'http://localhost:4000 https://evil.example',
    'http://anna@localhost:4000',
    'http://*:4000',
    'http://[::1]:4000',
    'HTTP://LOCALHOST:4000',
    'https://dev.example.com;script-src',
    '//localhost:4000',
    'javascript:alert(1)',
    'null',
    '',
  ].map((origin) => [`an override from "${origin}"`, overriding(origin)] as const),
  ['another kind', signed(TEXT.replace('preview', 'promise'))],
  ['a checkpoint of the log', signed(checkpointText({ origin: ORIGIN, size: 3, root: Buffer.alloc(32, 1) }))],
  ['a checkpoint of a log that has the name of a preview', signed(`ebike-portal preview\n3\n${'A'.repeat(43)}=\n`)],
  [
    'more than an address can have',
    signed(previewText(ORIGIN, { ...CLAIM, versions: { 'mfe-hubs': `1.1.0-${'a'.repeat(LONGEST_TOKEN)}` } })),
  ],
])('%s is no preview [T464]', (_, token) => {
  expect(readPreviewToken(token, LOG, NOW)).toBeUndefined();
});

test('nobody has signed it for a log that names no key, names another one, or is not there [T465]', () => {
  const other = { key: readSigner(newKey()).vkey, role: 'service' as const };
  for (const log of [
    { ...LOG, keys: [] },
    { ...LOG, keys: [other] },
    { origin: null, keys: LOG.keys },
  ])
    expect(readPreviewToken(TOKEN, log, NOW)).toBeUndefined();
});

test('no preview is a checkpoint, whatever the names of its log and parts are', () => {
  for (const origin of [ORIGIN, '3', `${'A'.repeat(43)}=`])
    expect(() => parseCheckpoint(previewText(origin, CLAIM))).toThrow(NoteError);
});
