import { trimText } from '@portal/contract/trim-text';
import { useEffect, useEffectEvent, useReducer } from 'react';

/**
 * Browsers limit how often a page may change its address, and a key that is held down would exceed that; so the address
 * follows the search field after a pause, in milliseconds.
 */
const PAUSE_MS = 300;
/** In characters. A longer text is searched for, but not kept in the address. */
const MAX_LENGTH = 60;

/** The text as the address keeps it: without what cannot be seen, and no e-mail address, which logs would keep. */
export function searchForAddress(text: string): string {
  const search = trimText(text);
  return search.length > MAX_LENGTH || /[@\p{C}]/u.test(search) ? '' : search;
}

interface Field {
  readonly text: string;
  /** The address's search, and what was written to it since: on a slow device that arrives after the next letters. */
  readonly searches: readonly string[];
}

type Change = { readonly typed: string } | { readonly written: string } | { readonly arrived: string };

function afterArrival(field: Field, search: string): Field {
  const place = field.searches.indexOf(search);
  // Back, forward or a link has changed the address, unless it is what was written: then the user may have typed more
  // meanwhile.
  return place < 0 ? { text: search, searches: [search] } : { ...field, searches: field.searches.slice(place) };
}

function changed(field: Field, change: Change): Field {
  if ('typed' in change) return { ...field, text: change.typed };
  if ('written' in change) return { ...field, searches: [...field.searches, change.written] };
  return afterArrival(field, change.arrived);
}

/** The text of the search field: that of the address, until the user types. `write` changes the address. */
export function useSearchText(
  inAddress: string,
  write: (search: string) => void,
): readonly [text: string, change: (text: string) => void] {
  // React gives up rendering a new address when the next letter comes. An updater function of useState would still get
  // the state that was set in that rendering; a reducer does not.
  const [field, dispatch] = useReducer(changed, { text: inAddress, searches: [inAddress] });
  if (field.searches[0] !== inAddress) dispatch({ arrived: inAddress });

  const onPause = useEffectEvent((search: string) => {
    if (search === field.searches.at(-1)) return;
    dispatch({ written: search });
    write(search);
  });
  const search = searchForAddress(field.text);
  useEffect(() => {
    const timer = setTimeout(() => onPause(search), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);

  return [field.text, (text) => dispatch({ typed: text })];
}
