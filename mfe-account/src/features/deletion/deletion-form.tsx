import * as v from 'valibot';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { deleteAccount, reportFailure } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { session, useUser } from '@portal/session';
import { Button, ButtonLink, ErrorSummary, Message, notify, TextField, useNavigate, useOnce } from '@portal/ui';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { SaveButton } from '../../forms/save-button.tsx';
import { UserName } from '../../forms/user-name.tsx';

/** Users of single sign-on have no password here; everybody else needs theirs (specification, section 5). */
function deletionSchema(usesSingleSignOn: boolean) {
  return v.object({ password: usesSingleSignOn ? v.literal('') : v.pipe(v.string(), v.nonEmpty()) });
}

interface Deletion {
  readonly password: string;
}

/** State and actions of the deletion's form. After a deletion, the confirmation page opens before the session is checked. */
function useDeletionForm() {
  const { t } = useTranslation('mfe-account');
  const navigate = useNavigate();
  const { usesSingleSignOn } = useUser();
  const form = useForm<Deletion, unknown, Deletion>({
    defaultValues: { password: '' },
    mode: 'onTouched',
    resolver: valibotResolver(deletionSchema(usesSingleSignOn)),
  });
  /** How often the password was wrong; undefined after the user has changed it. */
  const [wrong, setWrong] = useState<number>();
  const password = useWatch({ control: form.control, name: 'password' });

  const [remove, removing] = useOnce(async (deletion: Deletion) => {
    try {
      const answer = await deleteAccount(deletion.password);
      if (answer === 'wrong-password') {
        setWrong((times = 0) => times + 1);
        return;
      }
      await navigate('/info?successful_deletion', { replace: true });
      await session.check();
    } catch (error) {
      reportFailure(error, () => notify({ kind: 'error', text: t('failure') }));
    }
  });

  return {
    field: form.register('password', { onChange: () => setWrong(undefined) }),
    isEmpty: form.formState.errors.password !== undefined,
    wrong,
    removing,
    asksPassword: !usesSingleSignOn,
    isHindered: !usesSingleSignOn && password === '',
    onSubmit: form.handleSubmit(remove),
  };
}

/** The confirmation before the account is deleted, with the safe choice first. */
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
      {asksPassword && <UserName />}
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
