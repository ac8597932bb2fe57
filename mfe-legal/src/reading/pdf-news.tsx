import { useTranslation } from '@portal/i18n';
import { Button, Message } from '@portal/ui';
import type { DocumentView } from './document-view.ts';

export interface PdfNewsProps {
  readonly news: NonNullable<Extract<DocumentView, { shows: 'text' }>['news']>;
  readonly onRetry: () => void;
}

/** Why a reader who began with the PDF sees its words: it did not come, or it takes its time. */
export function PdfNews({ news, onRetry }: PdfNewsProps) {
  const { t } = useTranslation('mfe-legal');
  if (news === 'failed') {
    const again = (
      <Button size="small" icon="retry" onClick={onRetry}>
        {t('failed.tryAgain')}
      </Button>
    );
    return (
      <div className="document__note">
        <Message kind="error" live="alert" title={t('pdfFailed.title')} actions={again}>
          {t('pdfFailed.text')}
        </Message>
      </div>
    );
  }
  const came = news === 'came';
  return (
    <div className="document__note">
      <Message live="status" title={t(came ? 'pdfCame.title' : 'pdfSlow.title')}>
        {came ? t('pdfCame.text', { button: t('document.asPdf') }) : t('pdfSlow.text')}
      </Message>
    </div>
  );
}
