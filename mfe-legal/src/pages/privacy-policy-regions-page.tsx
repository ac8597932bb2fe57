import { useLanguage, useTranslation } from '@portal/i18n';
import { Icon, Link, PageBody, PageHead } from '@portal/ui';
import { chooseText, findDocument } from '../library/choose-text.ts';
import { pdfPath } from '../reading/document-reader.tsx';

/** The regional policies, by the value of `?locale=` that leads to them (specification, section 2). */
const REGIONS = [
  { locale: 'en-us', name: 'regions.enUs', pdf: 'regions.enUsPdf' },
  { locale: 'fr-ca', name: 'regions.frCa', pdf: 'regions.frCaPdf' },
] as const;

/** `/privacy-policy/regions`: the policies for the United States and Canada, each as page and as PDF. */
export function Page() {
  const { t } = useTranslation('mfe-legal');
  const interfaceLanguage = useLanguage();
  const document = findDocument('privacy-policy');
  return (
    <>
      <PageHead title={t('regions.title')} lead={t('regions.lead')} />
      <PageBody>
        <ul className="versions card card--flush" role="list">
          {REGIONS.map(({ locale, name, pdf }) => (
            <li key={locale}>
              <Link to={`/privacy-policy?locale=${locale}`} hrefLang={locale}>
                {t(name)}
              </Link>
              <a
                href={pdfPath(chooseText(document, { locale, interfaceLanguage }))}
                hrefLang={locale}
                download={`privacy-policy-${locale}.pdf`}
              >
                <Icon name="download" small />
                {t(pdf)}
              </a>
            </li>
          ))}
        </ul>
      </PageBody>
    </>
  );
}
