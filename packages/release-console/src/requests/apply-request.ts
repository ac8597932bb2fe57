import type { ChangeResult } from '@portal/release/operations/promote-version';
import { promoteVersion } from '@portal/release/operations/promote-version';
import { rollBack } from '@portal/release/operations/roll-back';
import type { Store } from '@portal/release/store';
import type { FormRequest } from './request-form.ts';

/**
 * Does what a manager wants, by the same operations as the command line.
 * @throws {RefusedError} with every rule that it breaks; {ReleaseConflictError} when somebody else released meanwhile.
 */
export async function applyRequest(
  store: Store,
  { intent, ...request }: FormRequest,
  by: string,
): Promise<ChangeResult> {
  const { act, name } = intent;
  if (act === 'promote')
    return promoteVersion(store, { ...request, by, name, version: intent.version, percent: intent.percent });
  if (act === 'rollback') return rollBack(store, { ...request, by, name, to: intent.to });
  throw new Error('The console yanks nothing.');
}
