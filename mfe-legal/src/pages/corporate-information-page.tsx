import { useLanguage, useTranslation } from '@portal/i18n';
import { Message, PageBody, PageHead, useSearchParams } from '@portal/ui';
import { corporateInformation } from '../documents/corporate-information/corporate-information.ts';
import { DocumentSheet } from '../features/document/document-sheet.tsx';
import { chooseText } from '../features/document/document-texts.ts';

/** `/corporate-information`: who runs the portal (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-legal');
  const [query] = useSearchParams();
  const { language, text, fellBack } = chooseText(corporateInformation, query.get('locale'), useLanguage());
  return (
    <>
      <PageHead title={t('corporateInformation.title')} lead={t('corporateInformation.lead')} />
      <PageBody stacked>
        {fellBack && <Message title={t('fallback.title')}>{t('fallback.text')}</Message>}
        <DocumentSheet language={language} text={text} />
      </PageBody>
    </>
  );
}
