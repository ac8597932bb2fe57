import { useTranslation } from '@portal/i18n';
import { Button, ErrorSummary, TextField } from '@portal/ui';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import type { FieldError } from 'react-hook-form';
import { SaveButton } from '../../forms/save-button.tsx';
import { problemOf } from './email.ts';
import { useEmailForm } from './use-email-form.ts';

export interface EmailFormProps {
  /** The user has asked for the form: the focus goes to the address. */
  readonly startsFocused: boolean;
  readonly onAsked: (email: string) => void;
}

/** Another contact e-mail: the fields that it takes appear once another address stands there (specification, section 4). */
export function EmailForm({ startsFocused, onAsked }: EmailFormProps) {
  const { t } = useTranslation('mfe-account');
  const { fields, errors, differs, changing, refusal, disabledReason, discard, onSubmit } = useEmailForm(onAsked);
  const ids = { email: useId(), password: useId(), change: useId() };
  const form = useRef<HTMLFormElement>(null);
  const refused = refusal && {
    field: refusal.reason === 'wrong-password' ? 'password' : 'email',
    text: t(`email.refusals.${refusal.reason}`),
  };

  function errorOf(field: keyof typeof fields, error: FieldError | undefined): string | undefined {
    if (refused?.field === field) return refused.text;
    const problem = problemOf(error?.message);
    return problem && t(`email.problems.${problem}`);
  }

  const focusAddress = () => form.current?.querySelector('input')?.focus();
  const onStart = useEffectEvent(() => {
    if (startsFocused) focusAddress();
  });
  useEffect(() => onStart(), []);

  function keepOld() {
    discard();
    focusAddress();
  }

  return (
    <form ref={form} className="stack stack--wide" noValidate onSubmit={(event) => void onSubmit(event)}>
      {refused && (
        <ErrorSummary
          key={refusal.number}
          heading={t('email.refused')}
          errors={[{ id: refused.field === 'email' ? ids.email : ids.password, text: refused.text }]}
        />
      )}
      <TextField
        id={ids.email}
        label={t('email.address')}
        type="email"
        autoComplete="email"
        required
        error={differs ? errorOf('email', errors.email) : undefined}
        {...fields.email}
      />
      {differs && (
        <>
          <TextField
            label={t('email.repeat')}
            type="email"
            autoComplete="off"
            required
            error={errorOf('repeat', errors.repeat)}
            {...fields.repeat}
          />
          <TextField
            id={ids.password}
            label={t('email.password')}
            hint={t('email.whyPassword')}
            type="password"
            autoComplete="current-password"
            required
            error={errorOf('password', errors.password)}
            {...fields.password}
          />
        </>
      )}
      <SaveButton
        id={ids.change}
        text={t('email.change')}
        busyText={t('email.changing')}
        busy={changing}
        reason={disabledReason && t(`email.disabledReasons.${disabledReason}`)}
        after={
          differs && (
            <Button
              variant="quiet"
              disabled={changing}
              aria-describedby={changing ? ids.change : undefined}
              onClick={keepOld}
            >
              {t('email.keep')}
            </Button>
          )
        }
      />
    </form>
  );
}
