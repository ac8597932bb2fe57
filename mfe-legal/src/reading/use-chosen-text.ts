import { onlyValue } from '@portal/contract/query';
import { useLanguage } from '@portal/i18n';
import { useSearchParams } from '@portal/ui';
import type { ChosenText } from '../library/choose-text.ts';
import { chooseText } from '../library/choose-text.ts';
import { findDocument } from '../library/library.ts';

/** The text of a document for this reader: the language is chosen by the address and by the interface. */
export function useChosenText(document: string, version?: string): ChosenText {
  const [query] = useSearchParams();
  return chooseText(findDocument(document), {
    version,
    locale: onlyValue(query, 'locale'),
    interfaceLanguage: useLanguage(),
  });
}
