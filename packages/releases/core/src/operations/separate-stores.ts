import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where a folder is or will be: the links in its path are followed. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realFolder(dirname(path)), basename(path));
  }
}

const getFolder = (place: string) => `${place.startsWith('s3://') ? place : realFolder(place)}/`.replace(/\/+$/, '/');

/** Whether two stores, by their places, have no folder or prefix in common. */
export function areSeparate(one: string, other: string): boolean {
  const [a, b] = [getFolder(one), getFolder(other)];
  return !a.startsWith(b) && !b.startsWith(a);
}
