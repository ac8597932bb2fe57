import { describe } from '@jest/globals';
import { testBoard } from './board/board.suite.ts';
import { testRollbackAction } from './board/rollback-action.suite.ts';
import { testEvents } from './console-event.suite.ts';
import { testOperators } from './operators.suite.ts';
import { testMoreRequests } from './requests/more-requests.suite.ts';
import { testRequests } from './requests/requests.suite.ts';
import { testSignIn } from './sign-in/sign-in.suite.ts';

// In one file, because to load the console costs more than its tests.
const SUITES = [
  ['the sign-in', testSignIn],
  ['the board', testBoard],
  ['the rollback action', testRollbackAction],
  ['requests', testRequests],
  ['more requests', testMoreRequests],
  ['events', testEvents],
  ['for operators', testOperators],
] as const;

describe.each(SUITES)('%s', (_name, testAll) => {
  testAll();
});
