/**
 * `npm run package`: packs the servers, the release command and the files around them into `.packages`
 * (docs/operating.md).
 */
import { join } from 'node:path';
import { describeError } from '@portal/node-kit/plain-error';
import { packageAll } from './package-server.ts';

const FOLDER = '.packages';

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(2)} MB`;

try {
  const root = join(import.meta.dirname, '../..');
  const packed = await packageAll(root, join(root, FOLDER));
  for (const { title, size } of packed)
    console.log(`${FOLDER}/${title}.tar.gz: ${megabytes(size.archive)}, unpacked ${megabytes(size.folder)}`);
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
