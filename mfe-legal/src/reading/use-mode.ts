import { onlyValue } from '@portal/contract/query';
import { useSearchParams } from '@portal/ui';
import type { Mode } from './document-bar.tsx';

const isMode = (value: string | null): value is Mode => value === 'pdf' || value === 'text';

/** Whether the document shows as text or as PDF: what `?view=` says, else what the page `opensAs`. */
export function useMode(opensAs: Mode): readonly [mode: Mode, choose: (mode: Mode) => void] {
  const [query, setQuery] = useSearchParams();
  const wanted = onlyValue(query, 'view');
  const choose = (mode: Mode) =>
    setQuery((current) => {
      const changed = new URLSearchParams(current);
      if (mode === opensAs) changed.delete('view');
      else changed.set('view', mode);
      return changed;
    });
  return [isMode(wanted) ? wanted : opensAs, choose];
}
