/**
 * `npm run package:libraries`: packs what a remote in another repository needs into `.libraries`
 * (docs/another-repository.md).
 */
import { join } from 'node:path';
import { describeError } from '@portal/node-kit/plain-error';
import { packageLibraries } from './package-libraries.ts';

const FOLDER = '.libraries';

try {
  const root = join(import.meta.dirname, '../..');
  const names = await packageLibraries(root, join(root, FOLDER));
  console.log(`${FOLDER} has ${String(names.length)} tarballs: ${names.join(', ')}`);
} catch (error) {
  console.error(describeError(error));
  process.exitCode = 1;
}
