import { RefusedError } from '../policy/refusal.ts';

/** Nobody is signed in, or the service does not accept who is. */
export function notSignedIn(service: string, problem: string, remedy: string, cause?: unknown): RefusedError {
  return new RefusedError([{ rule: 'not-signed-in', sides: ['the request', service], problem, remedy }], cause);
}
