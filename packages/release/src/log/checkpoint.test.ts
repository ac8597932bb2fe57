import { expect, test } from '@jest/globals';
import { checkpointText, parseCheckpoint } from './checkpoint.ts';
import { NoteError } from './signed-note.ts';

// The example of c2sp.org/tlog-checkpoint.
const TEXT = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';

test('reads the published checkpoint, and writes it byte for byte', () => {
  const checkpoint = parseCheckpoint(TEXT);
  expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 });
  expect(checkpointText(checkpoint)).toBe(TEXT);
});

test.each([
  ['no origin', TEXT.replace('example.com/behind-the-sofa', '')],
  ['a size with a leading zero', TEXT.replace('20852163', '020852163')],
  ['a negative size', TEXT.replace('20852163', '-1')],
  ['a size that no number has', TEXT.replace('20852163', '9'.repeat(17))],
  ['a short hash', TEXT.replace('CsUY', '')],
  ['a hash in base64 that another text stands for, too', TEXT.replace('2I=', '2J=')],
  ['a further line', `${TEXT}more\n`],
  ['no line break at its end', TEXT.slice(0, -1)],
])('refuses a checkpoint with %s', (_, text) => {
  expect(() => parseCheckpoint(text)).toThrow(NoteError);
});
