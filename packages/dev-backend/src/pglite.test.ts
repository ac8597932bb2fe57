import { testDatabaseDependent } from './database-dependent.suite.ts';
import { describeBackend } from './testing/describe-backend.ts';

describeBackend('PGlite', testDatabaseDependent);
