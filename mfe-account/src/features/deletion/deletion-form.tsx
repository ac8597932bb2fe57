import { useTranslation } from '@portal/i18n';
import { Button, ButtonLink, ErrorSummary, Message, TextField } from '@portal/ui';
import { useId } from 'react';
import { SaveButton } from '../../forms/save-button.tsx';
import { useDeletionForm } from './use-deletion-form.ts';

/** The last word before the account is deleted: the safe choice first. */
export function DeletionForm() {
  const { t } = useTranslation('mfe-account');
  const { field, isEmpty, wrong, removing, asksPassword, isHindered, onSubmit } = useDeletionForm();
  const passwordId = useId();
  const deleteId = useId();
  const problem = wrong === undefined ? isEmpty && t('deletion.passwordMissing') : t('deletion.wrongPassword');
  return (
    <form className="stack stack--wide" noValidate onSubmit={(event) => void onSubmit(event)}>
      {wrong !== undefined && (
        <ErrorSummary
          key={wrong}
          heading={t('deletion.refused')}
          errors={[{ id: passwordId, text: t('deletion.wrongPassword') }]}
        />
      )}
      <Message kind="warning" title={t('deletion.final.title')} titleAs="h2">
        {t('deletion.final.text')}
      </Message>
      {asksPassword && (
        <TextField
          id={passwordId}
          label={t('deletion.password')}
          type="password"
          autoComplete="current-password"
          required
          error={problem || undefined}
          {...field}
        />
      )}
      <SaveButton
        id={deleteId}
        variant="danger"
        text={t('deletion.act')}
        busyText={t('deletion.acting')}
        busy={removing}
        reason={isHindered ? t('deletion.passwordFirst') : undefined}
        before={
          removing ? (
            <Button disabled aria-describedby={deleteId}>
              {t('deletion.keep')}
            </Button>
          ) : (
            <ButtonLink to="/account">{t('deletion.keep')}</ButtonLink>
          )
        }
      />
    </form>
  );
}
