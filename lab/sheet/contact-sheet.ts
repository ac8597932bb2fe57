import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
export async function writeContactSheet(options: SheetOptions, folder: string): Promise<number> {
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
