import { join, resolve } from 'node:path';
import { PlainError } from '@portal/node-kit/plain-error';
import { startPortal } from '../../e2e/src/support/portal-process.ts';
import { readSheetOptions } from './options.ts';
import { takePictures } from './take-pictures.ts';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { escapeHtml } from '@portal/node-kit/html';
import { toFileName, listPictures } from './pictures.ts';
import type { Picture } from './pictures.ts';
import type { SheetOptions } from './options.ts';

const STYLE =
  'body{font:14px/1.4 system-ui,sans-serif;margin:1rem;background:#777;color:#fff}a{color:inherit}h2{margin-block:2rem 0}' +
  'div{display:flex;flex-wrap:wrap;gap:1rem;align-items:start}figure{margin:0}img{display:block;inline-size:auto;block-size:20rem;background:#999}';

/** Side by side: the engines, then the widths. */
const inOrder = (a: Picture, b: Picture): number =>
  a.theme.localeCompare(b.theme) || a.language.localeCompare(b.language) || a.width - b.width;

function formatFigure(picture: Picture): string {
  const file = encodeURI(toFileName(picture));
  const words = `${picture.engine}, ${picture.width} px, ${picture.theme}, ${picture.language}`;
  return `<figure><a href="${file}"><img src="${file}" loading="lazy" alt="${escapeHtml(`${picture.screen.name}: ${words}`)}"></a><figcaption>${words}</figcaption></figure>`;
}

/** Writes the page that shows the pictures, one section for each screen. @returns the number of pictures. */
async function writeContactSheet(options: SheetOptions, folder: string): Promise<number> {
  const there = listPictures(options)
    .flat()
    .filter((picture) => existsSync(join(folder, toFileName(picture))));
  const sections = [...Map.groupBy(there, ({ screen }) => screen)].map(
    ([{ name, path }, pictures]) =>
      `<h2 id="${name}">${escapeHtml(name)} <small>${escapeHtml(path)}</small></h2><div>${pictures.toSorted(inOrder).map(formatFigure).join('')}</div>`,
  );
  const html = ['<!doctype html>', '<html lang="en">', '<meta charset="utf-8">', '<title>Contact sheet</title>'];
  const page = [...html, `<style>${STYLE}</style>`, '<h1>Contact sheet</h1>', ...sections, ''];
  await writeFile(join(folder, 'index.html'), page.join('\n'));
  return there.length;
}

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
