import { useTranslation } from '@portal/i18n';
import { Message, PageBody, PageHead } from '@portal/ui';
import { useRef } from 'react';
import { pdfPath, useChosenText } from '../reading/document-reader.tsx';
import { DocumentTextView, useDocumentText } from '../reading/document-text-view.tsx';
import { Help } from '../reading/help.tsx';

/** `/faq`: help, with eleven questions on the central identity (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-legal');
  const chosen = useChosenText('faq');
  const [text, retry] = useDocumentText(chosen);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHead title={t('faq.title')} lead={t('faq.lead')} />
      <PageBody>
        {chosen.fellBack && (
          <div className="document__note">
            <Message title={t('fallback.title')}>{t('fallback.text')}</Message>
          </div>
        )}
        <DocumentTextView text={text} onRetry={retry} title={title}>
          {(words) => <Help text={words} pdf={pdfPath(chosen)} title={title} />}
        </DocumentTextView>
      </PageBody>
    </>
  );
}
