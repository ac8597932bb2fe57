import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreDriver } from '../driver.ts';
import { folderDriver } from '../folder-driver.ts';

/** For tests: a folder without free space as long as it contains a file ".full". Where the reserve was, a small object fits. */
export function fullDriver(place: string): StoreDriver {
  return folderDriver(place, {
    onMoment: (moment) => {
      const isFull = existsSync(join(place, '.full'));
      const isTooMuch = moment === 'half-written' || (moment === 'written' && existsSync(join(place, '.reserve')));
      if (isFull && isTooMuch)
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    },
  });
}
