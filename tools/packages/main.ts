/** `npm run package`: packs the servers and the release command into `.packages` (docs/operating.md). */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describeError } from '@portal/node-kit/plain-error';
import { packageServer } from './package-server.ts';
import { SERVERS } from './servers.ts';

const FOLDER = '.packages';

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(2)} MB`;

try {
  const root = join(import.meta.dirname, '../..');
  const output = join(root, FOLDER);
  await rm(output, { recursive: true, force: true });
  await mkdir(output);
  const packed = await Promise.all(SERVERS.map((server) => packageServer(root, output, server)));
  const sums = packed.map(async ({ archive }) => {
    const sum = createHash('sha256')
      .update(await readFile(archive))
      .digest('hex');
    return `${sum}  ${basename(archive)}\n`;
  });
  await writeFile(join(output, 'SHA256SUMS'), (await Promise.all(sums)).join(''));
  for (const { title, size } of packed)
    console.log(`${FOLDER}/${title}.tar.gz: ${megabytes(size.archive)}, unpacked ${megabytes(size.folder)}`);
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
