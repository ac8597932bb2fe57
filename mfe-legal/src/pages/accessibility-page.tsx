import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead } from '@portal/ui';
import { DocumentReader, useChosenText } from '../reading/document-reader.tsx';

/** `/accessibility`: how accessible the portal is, and where to report barriers (ADR 14). */
export function Page() {
  const { t } = useTranslation('mfe-legal');
  return (
    <>
      <PageHead title={t('accessibility.title')} lead={t('accessibility.lead')} />
      <PageBody>
        <DocumentReader chosen={useChosenText('accessibility')} />
      </PageBody>
    </>
  );
}
