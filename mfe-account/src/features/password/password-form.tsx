import { useTranslation } from '@portal/i18n';
import { SaveButton } from '@portal/remote-ui/save-button';
import { Button, ErrorSummary, Message } from '@portal/ui';
import { useEffect, useId, useRef } from 'react';
import type { FieldError } from 'react-hook-form';
import { PasswordField } from '../../forms/password-field.tsx';
import { useTooOftenText } from '@portal/remote-ui/too-often';
import { UserName } from '../../forms/user-name.tsx';
import { findProblem } from './password.ts';
import { concernsCurrent, usePasswordForm } from './use-password-form.ts';
import type { Refusal } from './use-password-form.ts';

/** The texts of refusals and of problems of the fields; the current password has those of the e-mail form. */
function usePasswordTexts() {
  const { t } = useTranslation('mfe-account');
  const tooOften = useTooOftenText(t);
  return {
    refusalText({ reason }: Refusal): string {
      if (typeof reason === 'object') return tooOften(reason);
      return reason === 'wrong-password' ? t('email.refusals.wrong-password') : t(`password.problems.${reason}`);
    },
    problemText(error: FieldError | undefined): string | undefined {
      const problem = findProblem(error?.message);
      if (problem === 'current') return t('email.problems.password');
      return problem && t(`password.problems.${problem}`);
    },
  };
}

interface PasswordFormProps {
  readonly onChanged: () => void;
  readonly onCancel: () => void;
}

/**
 * The form for another password of the account: old, new, repeated (specification, section 3). It has been asked for,
 * so it takes the focus.
 */
export function PasswordForm({ onChanged, onCancel }: PasswordFormProps) {
  const { t } = useTranslation('mfe-account');
  const { fields, errors, changing, refusal, isUnanswered, reason, onSubmit } = usePasswordForm(onChanged);
  const { refusalText, problemText } = usePasswordTexts();
  const ids = { current: useId(), next: useId(), change: useId() };
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('[type=password]')?.focus(), []);
  const refused = refusal && {
    field: concernsCurrent(refusal) ? ('current' as const) : ('next' as const),
    text: refusalText(refusal),
  };
  const findError = (field: keyof typeof fields) =>
    refused?.field === field ? refused.text : problemText(errors[field]);

  return (
    <form ref={form} className="stack stack--wide" noValidate onSubmit={(event) => void onSubmit(event)}>
      {refusal && refused && (
        <ErrorSummary
          key={refusal.number}
          heading={t('password.refused')}
          errors={[{ id: ids[refused.field], text: refused.text }]}
        />
      )}
      {isUnanswered && (
        <Message kind="warning" live="status" title={t('password.unanswered.title')}>
          {t('password.unanswered.text')}
        </Message>
      )}
      <UserName />
      <PasswordField
        id={ids.current}
        label={t('email.password')}
        autoComplete="current-password"
        required
        error={findError('current')}
        {...fields.current}
      />
      <PasswordField
        id={ids.next}
        label={t('password.new')}
        hint={t('password.rules')}
        autoComplete="new-password"
        required
        error={findError('next')}
        {...fields.next}
      />
      <PasswordField
        label={t('password.repeat')}
        autoComplete="new-password"
        required
        error={findError('repeat')}
        {...fields.repeat}
      />
      <SaveButton
        id={ids.change}
        text={t('password.change')}
        busyText={t('email.changing')}
        busy={changing}
        reason={
          reason &&
          (reason === 'current' ? t('email.disabledReasons.password') : t(`password.disabledReasons.${reason}`))
        }
        after={
          <Button
            variant="quiet"
            disabled={changing}
            aria-describedby={changing ? ids.change : undefined}
            onClick={onCancel}
          >
            {t('password.keep')}
          </Button>
        }
      />
    </form>
  );
}
