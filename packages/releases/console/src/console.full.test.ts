import { describe } from '@jest/globals';
import { testCompare } from './compare/compare.suite.ts';
import { testErrors } from './errors/errors.suite.ts';
import { testVersionChoices } from './requests/version-choices.suite.ts';
import { testMaintenance } from './maintenance/maintenance.suite.ts';

const SUITES = [
  ['comparisons', testCompare],
  ['errors', testErrors],
  ['choices of versions', testVersionChoices],
  ['maintenance', testMaintenance],
] as const;

describe.each(SUITES)('%s', (_name, testAll) => {
  testAll();
});
