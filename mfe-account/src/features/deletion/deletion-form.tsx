import * as v from 'valibot';
import { valibotResolver } from '@hookform/resolvers/valibot';
import { deleteAccount, reportFailure } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { SaveButton } from '@portal/remote-ui/save-button';
import { session, useUser } from '@portal/session';
import { Button, ButtonLink, ErrorSummary, Message, notify, useNavigate, useOnce } from '@portal/ui';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { PasswordField } from '../../forms/password-field.tsx';
import { tooOftenIn, useTooOftenText } from '@portal/remote-ui/too-often';
import type { TooOften } from '@portal/remote-ui/too-often';
import { UserName } from '../../forms/user-name.tsx';

/** Users of single sign-on have no password here; everybody else needs theirs (specification, section 5). */
function deletionSchema(usesSingleSignOn: boolean) {
  return v.object({ password: usesSingleSignOn ? v.literal('') : v.pipe(v.string(), v.nonEmpty()) });
}

interface Deletion {
  readonly password: string;
}

/** The password was wrong, or none is taken now. `number` distinguishes equal refusals. */
interface Refusal {
  readonly tooOften: TooOften | undefined;
  readonly number: number;
}

/**
 * State and actions of the deletion's form. After a deletion, the confirmation page opens before the session is
 * checked.
 */
function useDeletionForm() {
  const { t } = useTranslation('mfe-account');
  const navigate = useNavigate();
  const { usesSingleSignOn } = useUser();
  const form = useForm<Deletion, unknown, Deletion>({
    defaultValues: { password: '' },
    mode: 'onTouched',
    resolver: valibotResolver(deletionSchema(usesSingleSignOn)),
  });
  /** Undefined after the user has changed the password. */
  const [refusal, setRefusal] = useState<Refusal>();
  const refuse = (tooOften?: TooOften) => setRefusal((last) => ({ tooOften, number: (last?.number ?? 0) + 1 }));
  const password = useWatch({ control: form.control, name: 'password' });

  const [remove, removing] = useOnce(async (deletion: Deletion) => {
    try {
      const answer = await deleteAccount(deletion.password);
      if (answer === 'wrong-password') {
        refuse();
        return;
      }
      await navigate('/info?successful_deletion', { replace: true });
      await session.check();
    } catch (error) {
      const tooOften = deletion.password === '' ? undefined : tooOftenIn(error);
      if (tooOften) refuse(tooOften);
      reportFailure(error, () => notify({ kind: 'error', text: t('failure') }));
    }
  });

  return {
    field: form.register('password', { onChange: () => setRefusal(undefined) }),
    isEmpty: form.formState.errors.password !== undefined,
    refusal,
    removing,
    asksPassword: !usesSingleSignOn,
    isHindered: !usesSingleSignOn && password === '',
    onSubmit: form.handleSubmit(remove),
  };
}

/** The confirmation before the account is deleted, with the safe choice first. */
export function DeletionForm() {
  const { t } = useTranslation('mfe-account');
  const { field, isEmpty, refusal, removing, asksPassword, isHindered, onSubmit } = useDeletionForm();
  const passwordId = useId();
  const deleteId = useId();
  const formatText = useTooOftenText(t);
  const refused = refusal && (refusal.tooOften ? formatText(refusal.tooOften) : t('deletion.wrongPassword'));
  const problem = refused ?? (isEmpty && t('deletion.passwordMissing'));
  return (
    <form className="stack stack--wide" noValidate onSubmit={(event) => void onSubmit(event)}>
      {refusal && refused !== undefined && (
        <ErrorSummary
          key={refusal.number}
          heading={t('deletion.refused')}
          errors={[{ id: passwordId, text: refused }]}
        />
      )}
      <Message kind="warning" title={t('deletion.final.title')} titleAs="h2">
        {t('deletion.final.text')}
      </Message>
      {asksPassword && <UserName />}
      {asksPassword && (
        <PasswordField
          id={passwordId}
          label={t('deletion.password')}
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
