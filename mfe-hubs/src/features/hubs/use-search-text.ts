import { useEffect, useEffectEvent, useState } from 'react';
import { searchForAddress } from './list-address.ts';

/**
 * Browsers limit how often a page may change its address, and a key that is held down would exceed that; so the address follows the
 * search field after a pause, in milliseconds.
 */
const PAUSE_MS = 300;

interface Field {
  readonly text: string;
  readonly inAddress: string;
  /** What the address has not yet: on a slow device it changes after the next letters. */
  readonly written: readonly string[];
}

/** The text of the search field: that of the address, until the user types. `write` changes the address. */
export function useSearchText(
  inAddress: string,
  write: (search: string) => void,
): readonly [text: string, change: (text: string) => void] {
  const [field, setField] = useState<Field>({ text: inAddress, inAddress, written: [] });
  if (field.inAddress !== inAddress) {
    // Back, forward or a link has changed the address, unless it is what was written: then the user may have typed more meanwhile.
    const place = field.written.indexOf(inAddress);
    const text = place < 0 ? inAddress : field.text;
    setField({ text, inAddress, written: place < 0 ? [] : field.written.slice(place + 1) });
  }

  const onPause = useEffectEvent((search: string) => {
    if (search === (field.written.at(-1) ?? inAddress)) return;
    setField((current) => ({ ...current, written: [...current.written, search] }));
    write(search);
  });
  const search = searchForAddress(field.text);
  useEffect(() => {
    const timer = setTimeout(() => onPause(search), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);

  return [field.text, (text) => setField((current) => ({ ...current, text }))];
}
