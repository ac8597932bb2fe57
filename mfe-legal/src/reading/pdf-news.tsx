import { useTranslation } from '@portal/i18n';
import { Button, Message } from '@portal/ui';
import type { PdfState } from '../features/pdf/use-pdf.ts';

/** Why a reader who began with the PDF sees its words: it did not come, or it takes its time. */
export function PdfNews({ state, onRetry }: { readonly state: PdfState; readonly onRetry: () => void }) {
  const { t } = useTranslation('mfe-legal');
  if (state === 'failed') {
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
  const came = state === 'sound';
  return (
    <div className="document__note">
      <Message live="status" title={t(came ? 'pdfCame.title' : 'pdfSlow.title')}>
        {came ? t('pdfCame.text', { button: t('document.asPdf') }) : t('pdfSlow.text')}
      </Message>
    </div>
  );
}
