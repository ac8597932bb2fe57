import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead } from '@portal/ui';
import { DocumentReader, useChosenText } from '../reading/document-reader.tsx';

/** `/faq`: eleven questions on the central identity (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-legal');
  return (
    <>
      <PageHead title={t('faq.title')} lead={t('faq.lead')} />
      <PageBody>
        <DocumentReader chosen={useChosenText('faq')} />
      </PageBody>
    </>
  );
}
