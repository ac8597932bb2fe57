/**
 * Whether an error of Node has one of these codes ("ENOENT"). Does not check its class, because tests run in a realm
 * with another `Error`.
 */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    codes.includes(error.code)
  );
}
