import { testMain } from './all.suite.ts';
import { describeBackend } from './testing/describe-backend.ts';

describeBackend('PGlite', testMain);
