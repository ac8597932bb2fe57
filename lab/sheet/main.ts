import { join, resolve } from 'node:path';
import { PlainError } from '@portal/node-kit/plain-error';
import { startPortal } from '../../e2e/src/support/portal-process.ts';
import { writeContactSheet } from './contact-sheet.ts';
import { readSheetOptions } from './options.ts';
import { takePictures } from './take-pictures.ts';

/**
 * `npm run lab -- sheet`: pictures of all screens in the three engines, in every width, theme and language, and a page
 * that shows them. A second run takes what is missing. With BASE_URL, of a portal that runs already.
 */
async function main(): Promise<void> {
  const options = readSheetOptions(process.argv.slice(2));
  const folder = resolve(options.folder ?? join(import.meta.dirname, '../../.sheet'));
  const portal = process.env['BASE_URL'] ? undefined : await startPortal();
  try {
    const url = portal?.url ?? process.env['BASE_URL'] ?? '';
    const failures = await takePictures(options, url, folder, (line) => console.log(line));
    const count = await writeContactSheet(options, folder);
    for (const failure of failures) console.error(`Failed: ${failure}`);
    console.log(`${count} pictures, ${failures.length} pages failed: ${join(folder, 'index.html')}`);
    if (failures.length > 0) process.exitCode = 1;
  } finally {
    await portal?.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof PlainError ? error.message : error);
  process.exitCode = 1;
});
