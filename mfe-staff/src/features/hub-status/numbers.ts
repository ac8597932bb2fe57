import { HubStatusQuerySchema } from '@portal/staff-api/wire';
import * as v from 'valibot';

/** The kinds of hubs whose status can be queried (specification, section 3). */
export const HUB_KINDS = ['hub', 'smartphoneHub'] as const;
export type HubKind = (typeof HUB_KINDS)[number];

export type NumberProblem = 'missing' | 'digits' | 'long';

const { serial: NumberSchema } = HubStatusQuerySchema.entries;

/** The digits of a number that was written in groups, or copied with characters that nobody sees. */
export const readNumber = (text: string): string => text.replaceAll(/[\s\p{C}]/gu, '');

/** What is wrong with a serial or a part number, without spaces around it. */
export function problemOfNumber(text: string): NumberProblem | undefined {
  if (text === '') return 'missing';
  if (!/^\d+$/.test(text)) return 'digits';
  return v.is(NumberSchema, text) ? undefined : 'long';
}
