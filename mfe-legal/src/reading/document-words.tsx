import { useTranslation } from '@portal/i18n';
import { FailureCard } from '@portal/ui';
import { DocumentSheet } from '../features/document/document-sheet.tsx';
import type { useDocumentText } from '../features/document/use-document-text.ts';

/** The document as words: on their way, there, or not to be had. */
export function DocumentWords({ loaded }: { readonly loaded: ReturnType<typeof useDocumentText> }) {
  const { t } = useTranslation('mfe-legal');
  if (loaded.status === 'failed') {
    return (
      <FailureCard
        heading={t('failed.title')}
        text={t('failed.text')}
        retryText={t('failed.tryAgain')}
        retryingText={t('failed.trying')}
        retrying={false}
        onRetry={loaded.tryAgain}
      />
    );
  }
  if (loaded.status === 'loading') return <div className="pdf pdf--text document__coming" aria-busy="true" />;
  return <DocumentSheet text={loaded.text} />;
}
