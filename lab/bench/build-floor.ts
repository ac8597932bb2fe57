import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { floorConfig } from '@portal/federation/benchmark';
import type { ToPage } from './baseline-page.ts';
import { floorPage } from './baseline-page.ts';
import { bundle } from '../../scripts/start/bundle.ts';

/** Builds the script of the floor from the repository at `root` into `folder`. @returns its page. */
export async function buildFloor(root: string, folder: string): Promise<ToPage> {
  await bundle(floorConfig({ entry: join(root, 'lab/bench/application/floor.ts'), folder }));
  return floorPage(await readFile(join(folder, 'main.js'), 'utf8'));
}
