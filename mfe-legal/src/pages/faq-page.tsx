import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead } from '@portal/ui';
import { DocumentReader } from '../reading/document-reader.tsx';
import { useChosenText } from '../reading/use-chosen-text.ts';

/** `/faq`: eleven questions on the central identity (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-legal');
  return (
    <>
      <PageHead title={t('faq.title')} lead={t('faq.lead')} />
      <PageBody>
        <DocumentReader chosen={useChosenText('faq')} beginsAsText />
      </PageBody>
    </>
  );
}
