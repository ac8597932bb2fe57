import { describe } from '@jest/globals';
import { testAnnouncements } from './announcements/announcements.suite.ts';
import { testCanaryGuard } from './canary-guard.suite.ts';
import { testEvidenceRecorder } from './evidence-recorder.suite.ts';
import { testGuardRecorder } from './guard-recorder.suite.ts';
import { testLooks } from './looks.suite.ts';
import { testStagedPlans } from './staged-plans.suite.ts';

// In one file, because to load the store costs more than the tests.
const SUITES = [
  ['a look', testLooks],
  ['canaries', testCanaryGuard],
  ['plans', testStagedPlans],
  ['evidence', testEvidenceRecorder],
  ['guarded promotions', testGuardRecorder],
  ['announcements', testAnnouncements],
] as const;

describe.each(SUITES)('%s', (_name, testAll) => {
  testAll();
});
