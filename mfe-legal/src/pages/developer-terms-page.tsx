import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead, useLocation } from '@portal/ui';
import { DocumentReader, useChosenText } from '../reading/document-reader.tsx';
import { VersionPicker } from '../reading/version-picker.tsx';

/**
 * `/tos`: the current version; `/developer-terms/v1`, `/developer-terms/v2`: that version (specification, section 2).
 */
export function Page() {
  const { t } = useTranslation('mfe-legal');
  const { pathname } = useLocation();
  const chosen = useChosenText('developer-terms', /^\/developer-terms\/(v\d+)/.exec(pathname)?.[1]);
  return (
    <>
      <PageHead title={t('developerTerms.title')} lead={t('developerTerms.lead')} />
      <PageBody>
        <DocumentReader chosen={chosen} opensAs="pdf">
          <VersionPicker
            chosen={chosen}
            toAddress={(version) => (version === undefined ? '/tos' : `/developer-terms/${version}`)}
          />
        </DocumentReader>
      </PageBody>
    </>
  );
}
