/** Whether an error of Node's has one of these codes ("ENOENT"). It does not check the class, because tests run in a realm with another `Error`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    codes.includes(error.code)
  );
}
