import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead } from '@portal/ui';
import { DocumentReader } from '../reading/document-reader.tsx';
import { useChosenText } from '../reading/use-chosen-text.ts';

/** `/corporate-information`: who runs the portal (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-legal');
  return (
    <>
      <PageHead title={t('corporateInformation.title')} lead={t('corporateInformation.lead')} />
      <PageBody>
        <DocumentReader chosen={useChosenText('corporate-information')} />
      </PageBody>
    </>
  );
}
