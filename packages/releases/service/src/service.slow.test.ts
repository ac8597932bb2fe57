import { describe } from '@jest/globals';
import { testAccess } from './access.suite.ts';
import { testApprovals } from './approvals.suite.ts';
import { testHostileRequests } from './hostile-requests.suite.ts';
import { testOpenapi } from './openapi.suite.ts';
import { testOperators } from './operators.suite.ts';
import { testUploads } from './publications/uploads.suite.ts';
import { testRecords } from './records.suite.ts';
import { testRequests } from './requests.suite.ts';

// In one file, because to load the service costs more than its tests.
const SUITES = [
  ['requests', testRequests],
  ['access', testAccess],
  ['approvals', testApprovals],
  ['records', testRecords],
  ['uploads', testUploads],
  ['hostile requests', testHostileRequests],
  ['openapi.json', testOpenapi],
  ['for operators', testOperators],
] as const;

describe.each(SUITES)('%s', (_name, testAll) => {
  testAll();
});
