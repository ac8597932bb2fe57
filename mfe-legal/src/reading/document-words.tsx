import { useTranslation } from '@portal/i18n';
import { FailureCard } from '@portal/ui';
import type { Loadable } from '@portal/ui';
import { useEffect, useRef } from 'react';
import { DocumentSheet } from '../features/document/document-sheet.tsx';
import type { DocumentText } from '../library/content.ts';

export interface DocumentWordsProps {
  readonly text: Loadable<DocumentText>;
  readonly onRetry: () => void;
}

/** The document as words: on their way, there, or not to be had. */
export function DocumentWords({ text, onRetry }: DocumentWordsProps) {
  const { t } = useTranslation('mfe-legal');
  const title = useRef<HTMLHeadingElement>(null);
  const retrying = text.status === 'loading' && text.again;
  const wasRetrying = useRef(retrying);
  useEffect(() => {
    // The pressed button goes with the failure: the focus goes to the words that have come.
    if (text.status === 'loaded' && wasRetrying.current) title.current?.focus();
    wasRetrying.current = retrying;
  }, [text.status, retrying]);
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
  if (text.status === 'loading') return <div className="pdf pdf--text document__coming" aria-busy="true" />;
  return <DocumentSheet text={text.value} title={title} />;
}
