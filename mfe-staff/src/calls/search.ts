import { send } from '@portal/api';
import { tooOftenIn } from '@portal/remote-ui/too-often';
import type { TooOften } from '@portal/remote-ui/too-often';
import { SearchResponseSchema } from '@portal/staff-api/search';
import type * as v from 'valibot';

/** What a search has found. */
export type SearchResult = v.InferOutput<typeof SearchResponseSchema>['data'];

/** Who has this address, id, hub or name. @throws {CallError} */
export async function searchPeople(text: string): Promise<SearchResult | TooOften> {
  try {
    return (await send({ method: 'POST', path: 'staff/people/search', body: { text } }, SearchResponseSchema)).data;
  } catch (error) {
    const tooOften = tooOftenIn(error);
    if (!tooOften) throw error;
    return tooOften;
  }
}
