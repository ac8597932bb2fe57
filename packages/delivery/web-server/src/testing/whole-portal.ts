import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Declaration } from '@portal/contract/declaration';
import { parseDeclaration } from '@portal/contract/declaration';
import { LANGUAGES } from '@portal/contract/language';
import type { Store } from '@portal/release/store';
import { promoteAll, publishSample, sampleFrame } from '@portal/release/testing';

const ROOT = join(import.meta.dirname, '../../../../..');

/** The declarations of this repository's parts. */
export const DECLARATIONS: readonly Declaration[] = globSync('{shell/shell,mfe-*/remote}.json', { cwd: ROOT })
  .toSorted()
  .map((file) => parseDeclaration(file, JSON.parse(readFileSync(join(ROOT, file), 'utf8'))));

/** Publishes every part of this repository with its real declaration, though without its code, and releases them. */
export async function releaseWholePortal(store: Store): Promise<void> {
  for (const declaration of DECLARATIONS) {
    const { name, routes } = declaration;
    const files = ['entry', ...routes.map(({ page }) => page), ...LANGUAGES.map((language) => `locale-${language}`)];
    const contents = Object.fromEntries(files.map((file) => [`${file}.js`, `/* ${name} ${file} */`]));
    const frame = name === 'shell' ? { 'frame.json': sampleFrame('') } : {};
    await publishSample(store, { name, version: '1.0.0', declaration, contents: { ...contents, ...frame } });
  }
  await promoteAll(store, Object.fromEntries(DECLARATIONS.map(({ name }) => [name, '1.0.0'])));
}
