import { valibotResolver } from '@hookform/resolvers/valibot';
import { changePassword, reportFailure } from '@portal/api';
import type { PasswordRefusal } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { isOutcomeUnknown } from '@portal/remote-ui/unknown-outcome';
import { notify, useOnce, useUnsavedInput } from '@portal/ui';
import { useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { tooOftenIn } from '@portal/remote-ui/too-often';
import type { TooOften } from '@portal/remote-ui/too-often';
import { disabledReason, PasswordSchema } from './password.ts';
import type { PasswordInput } from './password.ts';

/** Why the API refused the change; kept until the field changes. `number` distinguishes equal refusals. */
export interface Refusal {
  readonly reason: PasswordRefusal | TooOften;
  readonly number: number;
}

/** Whether a refusal is about the current password, otherwise about the new one. */
export const concernsCurrent = ({ reason }: Refusal) => reason === 'wrong-password' || typeof reason === 'object';

const EMPTY: PasswordInput = { current: '', next: '', repeat: '' };

/** State and actions of the password's form. There is no draft: no password is kept in the browser. */
export function usePasswordForm(onChanged: () => void) {
  const { t } = useTranslation('mfe-account');
  const form = useForm<PasswordInput, unknown, PasswordInput>({
    defaultValues: EMPTY,
    mode: 'onTouched',
    criteriaMode: 'all', // otherwise the two passwords would not be compared while the current one is missing
    resolver: valibotResolver(PasswordSchema),
  });
  const [refusal, setRefusal] = useState<Refusal>();
  /** Whether the last change had no answer, so that nobody knows if it was made. */
  const [isUnanswered, setIsUnanswered] = useState(false);
  const attempts = useRef(0);
  const input = useWatch({ control: form.control, compute: (values: PasswordInput) => values });
  useUnsavedInput(
    Object.values(input).some((text) => text !== ''),
    () => {
      setRefusal(undefined);
      setIsUnanswered(false);
      form.reset(EMPTY);
    },
  );

  const refuse = (reason: Refusal['reason']) => setRefusal({ reason, number: (attempts.current += 1) });

  const [change, changing] = useOnce(async ({ current, next }: PasswordInput) => {
    setRefusal(undefined);
    setIsUnanswered(false);
    try {
      const answer = await changePassword({ current, next });
      if (answer === 'changed') {
        notify({ kind: 'success', text: t('saved') });
        onChanged();
        return;
      }
      refuse(answer);
      notify({ kind: 'error', text: t('failure') });
    } catch (error) {
      const tooOften = tooOftenIn(error);
      if (tooOften) refuse(tooOften);
      setIsUnanswered(isOutcomeUnknown(error));
      reportFailure(error, () => notify({ kind: 'error', text: t('failure') }));
    }
  });

  const forget = (about: 'current' | 'next') =>
    setRefusal((last) => (last && concernsCurrent(last) === (about === 'current') ? undefined : last));
  /** A field shows whether it fits the one that was edited, but not before the user has visited it. */
  const checkAgain = (field: 'next' | 'repeat') => {
    if (form.getFieldState(field).isTouched) void form.trigger(field);
  };
  const fields = {
    current: form.register('current', {
      onChange: () => {
        forget('current');
        checkAgain('next');
      },
    }),
    next: form.register('next', {
      onChange: () => {
        forget('next');
        checkAgain('repeat');
      },
    }),
    repeat: form.register('repeat'),
  };

  return {
    fields,
    errors: form.formState.errors,
    changing,
    refusal,
    isUnanswered,
    reason: disabledReason(input),
    onSubmit: form.handleSubmit(change),
  };
}
