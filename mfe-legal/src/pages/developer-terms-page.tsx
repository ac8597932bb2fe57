import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead, useLocation } from '@portal/ui';
import { DocumentReader } from '../reading/document-reader.tsx';
import { useChosenText } from '../reading/use-chosen-text.ts';
import { VersionPicker } from '../reading/version-picker.tsx';

/** `/tos`, also called `/developer-terms/v2`; and `/developer-terms/v1` (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-legal');
  const { pathname } = useLocation();
  const chosen = useChosenText('developer-terms', pathname.startsWith('/developer-terms/v1') ? 'v1' : 'v2');
  return (
    <>
      <PageHead title={t('developerTerms.title')} lead={t('developerTerms.lead')} />
      <PageBody>
        <DocumentReader chosen={chosen}>
          <VersionPicker
            chosen={chosen}
            addressOf={(version) => (version === undefined ? '/tos' : `/developer-terms/${version}`)}
          />
        </DocumentReader>
      </PageBody>
    </>
  );
}
