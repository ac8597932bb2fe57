import { useTranslation } from '@portal/i18n';
import { PageBody, PageHead } from '@portal/ui';
import { DiscontinuationNotice } from '../features/discontinuation/discontinuation-notice.tsx';
import { SignUp } from '../features/sign-up/sign-up.tsx';

/** `/developer/signup`: for users without the role developer (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-developer');
  return (
    <>
      <PageHead title={t('signup.title')} lead={t('signup.lead')} />
      <PageBody stacked>
        <DiscontinuationNotice />
        <SignUp />
      </PageBody>
    </>
  );
}
