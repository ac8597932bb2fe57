import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreDriver } from '../driver.ts';
import { folderDriver } from '../folder-driver.ts';

/** For tests: a folder without free space as long as it contains a file ".full". */
export function fullDriver(place: string): StoreDriver {
  return folderDriver(place, {
    onMoment: (moment) => {
      if (moment === 'half-written' && existsSync(join(place, '.full')))
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    },
  });
}
