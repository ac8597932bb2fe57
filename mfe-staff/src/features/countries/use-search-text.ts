import { onlyValue } from '@portal/contract/query';
import { trimText } from '@portal/contract/trim-text';
import { useSearchParams } from '@portal/ui';
import { useEffect, useEffectEvent, useState } from 'react';

/** Browsers limit how often a page may change its address; so it follows the field after a pause, in milliseconds. */
const PAUSE_MS = 300;
/** In characters; a longer text is searched for, but not kept in the address. */
const MAX_LENGTH = 60;

/** The text to search for, which the address keeps (`?search=`). */
export function useSearchText(): readonly [text: string, change: (text: string) => void] {
  const [query, setQuery] = useSearchParams();
  const inAddress = onlyValue(query, 'search') ?? '';
  const [field, setField] = useState({ text: inAddress, written: inAddress, address: inAddress });
  // Back, forward or a link has changed the address, unless it is what was written.
  if (field.address !== inAddress) {
    const text = inAddress === field.written ? field.text : inAddress;
    setField({ text, written: inAddress, address: inAddress });
  }
  const write = useEffectEvent((search: string) => {
    if (search === field.written || search.length > MAX_LENGTH) return;
    setField((last) => ({ ...last, written: search }));
    const next = new URLSearchParams(query);
    if (search === '') next.delete('search');
    else next.set('search', search);
    setQuery(next, { replace: true });
  });
  const search = trimText(field.text);
  useEffect(() => {
    const timer = setTimeout(() => write(search), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  return [field.text, (text) => setField((last) => ({ ...last, text }))];
}
