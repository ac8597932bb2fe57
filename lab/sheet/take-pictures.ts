import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../../e2e/src/engines/engine.ts';
import { startEngine } from '../../e2e/src/engines/start-engine.ts';
import { Visitor } from '../../e2e/src/engines/visitor.ts';
import type { SheetOptions } from './options.ts';
import { toFileName, listPictures } from './pictures.ts';
import type { Picture } from './pictures.ts';

const SHORTEST = 900;
/** What fits on WebKit's display. */
const TALLEST = 2000;

/** Opens a page, and takes its pictures. */
async function takeOfPage(engine: Engine, url: string, folder: string, pictures: readonly Picture[]): Promise<void> {
  const [first] = pictures;
  if (!first) return;
  const { screen, theme, language } = first;
  const visit = await engine.visit();
  try {
    const email = screen.email === undefined ? {} : { email: screen.email };
    const page = await new Visitor(visit, url).opensWith({ ...email, theme, language }, screen.path);
    await page.hasLoaded();
    for (const picture of pictures) {
      await page.tab.resize(picture.width, SHORTEST);
      const height = await page.tab.evaluate(() => document.documentElement.scrollHeight);
      await page.tab.resize(picture.width, Math.max(SHORTEST, Math.min(height, TALLEST)));
      // A road that is still being drawn would be another one in each picture.
      await page.tab.evaluate(() => {
        const ending = document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
        for (const animation of ending) animation.finish();
      });
      const file = join(folder, toFileName(picture));
      // In one step, so that a picture that exists is complete.
      await writeFile(`${file}.part`, await page.tab.picture());
      await rename(`${file}.part`, file);
    }
  } finally {
    await visit.end();
  }
}

/** Takes the pictures that are not there yet. @returns a line for each page that failed. */
export async function takePictures(
  options: SheetOptions,
  url: string,
  folder: string,
  print: (line: string) => void,
): Promise<readonly string[]> {
  await mkdir(join(folder, 'pictures'), { recursive: true });
  const failures: string[] = [];
  const pages = listPictures(options)
    .map((pictures) => pictures.filter((picture) => options.again || !existsSync(join(folder, toFileName(picture)))))
    .filter((pictures) => pictures.length > 0);
  for (const name of options.engines) {
    const mine = pages.filter(([first]) => first?.engine === name);
    if (mine.length === 0) continue;
    const engine = await startEngine(name);
    if (!engine) {
      failures.push(`${name} is not installed; npm test installs it.`);
      continue;
    }
    for (const [index, pictures] of mine.entries()) {
      const [{ screen, theme, language } = { screen: undefined, theme: '', language: '' }] = pictures;
      const what = `${name}, ${screen?.name ?? ''}, ${theme}, ${language}`;
      print(`${what} (${index + 1} of ${mine.length})`);
      await takeOfPage(engine, url, folder, pictures).catch((error: unknown) => {
        failures.push(`${what}: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`);
      });
    }
    await engine.stop();
  }
  return failures;
}
