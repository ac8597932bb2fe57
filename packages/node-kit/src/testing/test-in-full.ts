import { test } from '@jest/globals';
import { IS_FULL_RUN } from './inputs.ts';

/** For tests that take long, and of whose subject quicker ones tell the most: they run only in `npm run test:full`. */
export const testInFull: (name: string, run: () => Promise<void>) => void = IS_FULL_RUN ? test : () => undefined;
