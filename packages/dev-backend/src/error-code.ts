/** The `code` of a system error ("ENOENT"), whatever realm it was made in. */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
