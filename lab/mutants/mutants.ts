import { LATER_MUTANTS } from './after-pruning.ts';
import { BACKEND_MUTANTS } from './backend.ts';
import { DELIVERY_MUTANTS } from './delivery.ts';
import { BROWSER_MUTANTS } from './in-browsers.ts';
import type { Mutant } from './mutant.ts';
import { PAGE_MUTANTS } from './pages.ts';
import { RELEASE_MUTANTS } from './releases.ts';

/** The hundred bugs that tests have to notice. A change that moves a mutated line carries its mutant along. */
export const MUTANTS: readonly Mutant[] = [
  ...PAGE_MUTANTS,
  ...DELIVERY_MUTANTS,
  ...RELEASE_MUTANTS,
  ...BACKEND_MUTANTS,
  ...BROWSER_MUTANTS,
  ...LATER_MUTANTS,
];
