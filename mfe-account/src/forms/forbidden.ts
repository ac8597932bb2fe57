import { CallError } from '@portal/api';

/** Whether the API answered 403 to a read that the page needs; then `/forbidden` replaces the page (ADR 14). */
export function isForbidden(error: unknown): boolean {
  return error instanceof CallError && error.kind === 'forbidden';
}
