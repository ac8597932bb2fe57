import { describe } from '@jest/globals';
import { testServiceBackend } from './backend/service-backend.suite.ts';
import { testBoard } from './board/board.suite.ts';
import { testWayBack } from './board/way-back.suite.ts';
import { testCompare } from './compare/compare.suite.ts';
import { testEvents } from './console-event.suite.ts';
import { testErrors } from './errors/errors.suite.ts';
import { testOperators } from './operators.suite.ts';
import { testMoreRequests } from './requests/more-requests.suite.ts';
import { testRequests } from './requests/requests.suite.ts';
import { testVersionChoices } from './requests/version-choices.suite.ts';
import { testSignIn } from './sign-in/sign-in.suite.ts';
import { testUpkeep } from './upkeep/upkeep.suite.ts';

// In one file, because to load the console costs more than its tests.
describe('the sign-in', testSignIn);
describe('the board', testBoard);
describe('the way back', testWayBack);
describe('comparisons', testCompare);
describe('errors', testErrors);
describe('requests', testRequests);
describe('more requests', testMoreRequests);
describe('choices of versions', testVersionChoices);
describe('upkeep', testUpkeep);
describe('events', testEvents);
describe('for operators', testOperators);
describe('a client of a release service', testServiceBackend);
