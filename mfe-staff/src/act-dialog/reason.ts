import { trimText } from '@portal/contract/trim-text';
import { ReasonSchema } from '@portal/staff-api/wire';
import * as v from 'valibot';

export type ReasonProblem = 'missing' | 'short';

/** What is wrong with a reason. The field takes no more than the most characters. */
export function problemOfReason(reason: string): ReasonProblem | undefined {
  if (trimText(reason) === '') return 'missing';
  return v.is(ReasonSchema, reason) ? undefined : 'short';
}
