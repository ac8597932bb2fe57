/** The code of an error of Node's ("ENOENT"); undefined for anything else. Asks no class: tests run in a world with another `Error`. */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
