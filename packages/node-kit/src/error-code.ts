/** Whether an error of Node's has one of these codes ("ENOENT"). Asks for no class: tests run in a realm with another `Error`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    codes.includes(error.code)
  );
}
