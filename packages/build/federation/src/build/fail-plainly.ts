import { InvalidInputError } from '@portal/contract/parse';

/**
 * Bundlers print the stack of an error, and its causes. Where the build refuses something, with a plain error or
 * `InvalidInputError`, the message says it all.
 */
export function failPlainly(error: unknown): never {
  if (error instanceof Error && (error.name === 'Error' || error instanceof InvalidInputError)) {
    error.stack = error.message;
    delete error.cause;
  }
  throw error;
}
