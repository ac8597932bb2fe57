import { useTranslation } from '@portal/i18n';
import { Card, PageBody, PageHead } from '@portal/ui';
import { DeletionForm } from '../features/deletion/deletion-form.tsx';
import { Facts } from '../features/deletion/facts.tsx';

/** `/account/delete`: what is deleted, what stays, and the confirmation (specification, section 2). */
export function Page() {
  const { t } = useTranslation('mfe-account');
  return (
    <>
      <PageHead title={t('deletion.title')} back={{ to: '/account', text: t('title') }} narrow />
      <PageBody narrow>
        <Card>
          <div className="stack stack--wide">
            <Facts />
            <DeletionForm />
          </div>
        </Card>
      </PageBody>
    </>
  );
}
