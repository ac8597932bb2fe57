import { onlyValue } from '@portal/contract/paths';
import { useLanguage, useTranslation } from '@portal/i18n';
import { Icon, Link, PageBody, PageHead, useSearchParams } from '@portal/ui';
import { chooseText, findDocument } from '../library/choose-text.ts';
import { pdfPath } from '../reading/document-reader.tsx';
import { versionLabel } from '../reading/version-picker.tsx';

/** `/terms/versions`: every version of the terms, with its dates (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-legal');
  const language = useLanguage();
  const [query] = useSearchParams();
  const locale = onlyValue(query, 'locale');
  const document = findDocument('terms');
  const suffix = (first: string) => (locale === null ? '' : `${first}locale=${encodeURIComponent(locale)}`);
  const entries = document.versions.toReversed().map(({ id }) => {
    const chosen = chooseText(document, { version: id, locale, interfaceLanguage: language });
    return {
      id,
      label: versionLabel(t, chosen.text, language),
      pdf: pdfPath(chosen),
      to: `/terms?version=${id}${suffix('&')}`,
    };
  });
  return (
    <>
      <PageHead title={t('versions.title')} lead={t('versions.lead')} />
      <PageBody>
        <ul className="versions card card--flush" role="list">
          <li>
            <Link to={`/terms${suffix('?')}`}>{t('version.latest')}</Link>
          </li>
          {entries.map(({ id, label, pdf, to }) => (
            <li key={id}>
              <Link to={to}>{label}</Link>
              <a href={pdf} download={`terms-${id}.pdf`}>
                <Icon name="download" small />
                {t('versions.pdf', { version: id.slice(1) })}
              </a>
            </li>
          ))}
        </ul>
      </PageBody>
    </>
  );
}
