import { useTranslation } from '@portal/i18n';
import { TextField, useOutwardLinks } from '@portal/ui';

/** The address of whoever is on single sign-on: it is changed where it belongs (specification, section 5). */
export function LockedEmail({ email }: { readonly email: string }) {
  const { t } = useTranslation('mfe-account');
  const { identityManagement } = useOutwardLinks();
  return (
    <>
      <TextField
        label={t('email.address')}
        hint={t('email.fromIdentity')}
        type="email"
        autoComplete="email"
        value={email}
        readOnly
        disabled
      />
      {identityManagement !== undefined && (
        <p>
          <a href={identityManagement}>{t('email.openIdentity')}</a>
        </p>
      )}
    </>
  );
}
