import { CallError, changeCountry, changeName } from '@portal/api';
import { isSessionOver } from '@portal/session';
import type { Profile } from './profile.ts';

/** What was saved. `name`: only the names, not the country. */
export type Saved = { readonly what: 'all' } | { readonly what: 'name' | 'nothing'; readonly error: CallError };

function failed(what: 'name' | 'nothing', error: unknown): Saved {
  if (error instanceof CallError) return { what, error };
  throw error;
}

/** Saves the names, then the country. Stops if the session ends in between, because the next one may be another user's (specification, section 7). */
export async function saveProfile({ firstName, lastName, country }: Profile): Promise<Saved> {
  try {
    await changeName({ firstName, lastName });
  } catch (error) {
    return failed('nothing', error);
  }
  if (isSessionOver()) {
    return { what: 'name', error: new CallError('PUT account/country', 'unauthenticated') };
  }
  try {
    await changeCountry(country);
  } catch (error) {
    return failed('name', error);
  }
  return { what: 'all' };
}
