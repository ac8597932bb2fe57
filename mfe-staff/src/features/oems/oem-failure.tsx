import { useTranslation } from '@portal/i18n';
import { Message } from '@portal/ui';

/** A failed change, in its dialog: a notice would be behind it. `number` counts the failures. */
export function OemFailure({ number }: { readonly number: number }) {
  const { t } = useTranslation('mfe-staff');
  if (number === 0) return null;
  return (
    <Message key={number} kind="error" live="alert" title={t('staff.failure')}>
      {t('oems.failed')}
    </Message>
  );
}
