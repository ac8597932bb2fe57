import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { parseArtifactManifest, SOURCE_MAPS_FILE } from '@portal/contract/artifact';
import { FALLBACK_LANGUAGE } from '@portal/contract/language';
import { strFromU8, unzipSync } from 'fflate';
import type { Sizes } from './module-sizes.ts';
import { sizesInScript, sumOfSizes } from './module-sizes.ts';

const compress = promisify(brotliCompress);

/** What visitors load of a part, or of a page. */
export interface Measured {
  /** Bytes on the network, by kind. */
  readonly bytes: Sizes;
  /** What they consist of, by kind: modules and style sheets in bytes before compression. */
  readonly contents: Readonly<Record<string, Sizes>>;
}

/** How many bytes a text has on the network. */
export async function compressedSize(bytes: Uint8Array, quality: number): Promise<number> {
  return (await compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })).length;
}

const FILE_QUALITY = 11;

async function sumCompressed(folder: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => await compressedSize(await readFile(join(folder, file)), FILE_QUALITY)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The sources of a part's style sheets. The shell's are those of the common components. */
async function styleSources(root: string, part: string): Promise<Sizes> {
  const folders = part === 'shell' ? ['packages/portal/ui/src'] : [`${part}/src`, 'packages/portal/pdf-viewer/src'];
  const sizes: Record<string, number> = {};
  for (const folder of folders)
    for await (const file of glob(`${folder}/**/*.css`, { cwd: root }))
      sizes[file] = (await readFile(join(root, file))).length;
  return sizes;
}

/**
 * What visitors load of the part that is built in the repository at `root`: the scripts of the first screens of all its
 * pages, in English, and its style sheets. What a page loads later, such as the viewer of PDFs, is not counted.
 */
export async function readBuild(root: string, part: string): Promise<Measured> {
  const folder = join(root, part, 'dist');
  const file = join(folder, 'manifest.json');
  const { entry, pages, locales, styles } = parseArtifactManifest(file, JSON.parse(await readFile(file, 'utf8')));
  const scripts = [...new Set([entry, ...Object.values(pages).flat(), ...(locales?.[FALLBACK_LANGUAGE] ?? [])])];
  const maps = unzipSync(await readFile(join(folder, SOURCE_MAPS_FILE)));
  const modules = await Promise.all(
    scripts.map(async (script) => {
      const map = maps[`${script}.map`];
      return sizesInScript(script, await readFile(join(folder, script), 'utf8'), map && strFromU8(map));
    }),
  );
  return {
    bytes: { scripts: await sumCompressed(folder, scripts), styles: await sumCompressed(folder, styles) },
    contents: { scripts: sumOfSizes(modules), styles: await styleSources(root, part) },
  };
}
