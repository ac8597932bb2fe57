import { expect, test } from '@jest/globals';
import { parseFrame } from '@portal/contract/frame';
import { developReleasedShell } from '@portal/federation/development';
import { toRecord } from '@portal/release/format/integrity';
import { makeBuild, sampleFrame } from '@portal/release/testing';

test('a released shell gets the script of development pages before its own, and stays as it is otherwise', async () => {
  const released = makeBuild({
    name: 'shell',
    version: '1.0.0',
    contents: { 'entry.js': 'start()', 'frame.json': sampleFrame('ownScript()') },
  });
  const { manifest, files } = await developReleasedShell(released);
  const { frame = '', entry } = manifest;
  const { script } = parseFrame('the frame', JSON.parse(String(files.get(frame))));
  expect(script).toMatch(/__developmentPage[^]*\nownScript\(\)$/);
  // Else the web server would refuse it.
  expect(script).not.toMatch(/<\/script|<!--/i);
  for (const [file, bytes] of files) expect(manifest.files[file]).toEqual(toRecord(bytes));
  expect(files.get(entry)).toEqual(released.files.get(entry));
});
