import { hasCode } from '@portal/node-kit/error-code';

const UNIQUE_VIOLATION = '23505';

/**
 * Whether a query failed because another row has the value already. Checks the database's error inside the query's
 * error.
 */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && [error, error.cause].some((each) => hasCode(each, UNIQUE_VIOLATION));
}
