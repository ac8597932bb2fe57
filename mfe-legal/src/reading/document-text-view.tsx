import { useTranslation } from '@portal/i18n';
import { FailureCard, useFocusAfterRetry, useLazyImport, useLoad } from '@portal/ui';
import type { Loadable } from '@portal/ui';
import { useCallback } from 'react';
import type { ReactNode, RefObject } from 'react';
import { findEmbeddedText } from '../library/embedded-text.ts';
import type { ChosenText } from '../library/choose-text.ts';
import type { DocumentText } from '../library/content.ts';

/** The text of a document: the one embedded in the first answer, else a separate chunk. */
export function useDocumentText(chosen: ChosenText): readonly [text: Loadable<DocumentText>, tryAgain: () => void] {
  const lazyImport = useLazyImport();
  const { text: entry } = chosen;
  const embedded = findEmbeddedText(chosen);
  const load = useCallback(async () => (await lazyImport(entry.load)).text, [lazyImport, entry]);
  const [loaded, tryAgain] = useLoad(load, {
    enabled: embedded === undefined,
    onFailure: (error) => console.error(`The text of "${entry.title}" could not be loaded.`, error),
  });
  return [embedded ? { status: 'loaded', value: embedded } : loaded, tryAgain];
}

interface DocumentTextViewProps {
  readonly text: Loadable<DocumentText>;
  readonly onRetry: () => void;
  /** The loaded text's title. It gets the focus after a retry. */
  readonly title: RefObject<HTMLHeadingElement | null>;
  /** Shows the loaded text. */
  readonly children: (text: DocumentText) => ReactNode;
}

/** The document as text: an empty sheet while it loads, then the text or its failure. */
export function DocumentTextView({ text, onRetry, title, children }: DocumentTextViewProps) {
  const { t } = useTranslation('mfe-legal');
  const retrying = text.status === 'loading' && text.again;
  useFocusAfterRetry(title, { retrying, ended: text.status === 'loaded' });
  if (text.status === 'failed' || retrying) {
    return (
      <FailureCard
        heading={t('failed.title')}
        text={t('failed.text')}
        retryText={t('failed.tryAgain')}
        retryingText={t('failed.trying')}
        retrying={retrying}
        onRetry={onRetry}
      />
    );
  }
  if (text.status === 'loading') return <div className="pdf pdf--text document__coming coming" aria-busy="true" />;
  return children(text.value);
}
