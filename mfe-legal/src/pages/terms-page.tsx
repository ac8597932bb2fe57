import { onlyValue } from '@portal/contract/paths';
import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead, useLocation, useSearchParams } from '@portal/ui';
import { DocumentReader, useChosenText } from '../reading/document-reader.tsx';
import { VersionPicker } from '../reading/version-picker.tsx';

/** `/terms?version=v1|v2|latest`; and `/terms/v2`, while single sign-on is off (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-legal');
  const { pathname } = useLocation();
  const [query] = useSearchParams();
  const legacy = pathname.startsWith('/terms/v2');
  const chosen = useChosenText('terms', legacy ? 'v2' : (onlyValue(query, 'version') ?? undefined));
  return (
    <>
      <PageHead title={t('terms.title')} lead={t('terms.lead')} />
      <PageBody>
        <DocumentReader chosen={chosen}>
          <VersionPicker
            chosen={chosen}
            toAddress={(version) => (version === undefined ? '/terms' : `/terms?version=${version}`)}
            all="/terms/versions"
          />
        </DocumentReader>
      </PageBody>
    </>
  );
}
