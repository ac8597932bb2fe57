import { expect, test } from '@jest/globals';
import { FirmwareFiles } from './firmware-files.ts';

test.each<readonly [string, (files: FirmwareFiles) => Promise<unknown>]>([
  ['an upload', (files) => files.received('upload-1')],
  ['firmware', (files) => files.open({ fileName: 'hub.zip', size: 4 })],
])('%s in a folder that cannot be used fails, instead of seeming empty', async (_what, read) => {
  await expect(read(new FirmwareFiles('/dev/null'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});
