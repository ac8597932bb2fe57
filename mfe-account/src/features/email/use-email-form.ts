import { valibotResolver } from '@hookform/resolvers/valibot';
import { changeEmail, reportFailure } from '@portal/api';
import type { EmailRefusal } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { notify, useOnce, useUnsavedInput } from '@portal/ui';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useKeptDraft, useStoredDraft } from '../../forms/use-form-draft.ts';
import { differs, EmailDraftSchema, EmailSchema, disabledReason } from './email.ts';
import type { EmailChange, EmailInput } from './email.ts';

/** What the server said no to, until the field is changed; each refusal has a number of its own. */
export interface Refusal {
  readonly reason: EmailRefusal;
  readonly number: number;
}

/** The e-mail form: its fields, what hinders the change, and the change. `onAsked` learns the address that has been written to. */
export function useEmailForm(onAsked: (email: string) => void) {
  const { t } = useTranslation('mfe-account');
  const { email: current } = useUser();
  const unchanged: EmailInput = { email: current, repeat: '', password: '' };
  const draft = useStoredDraft('account email', EmailDraftSchema);
  const form = useForm<EmailInput, unknown, EmailChange>({
    defaultValues: { ...unchanged, ...draft.found },
    mode: 'onTouched',
    criteriaMode: 'all', // or the two addresses would be compared only once there is a password
    resolver: valibotResolver(EmailSchema),
  });
  const [refusal, setRefusal] = useState<Refusal>();
  const attempts = useRef(0);
  const input = useWatch({ control: form.control, compute: (values: EmailInput) => values });
  const unsaved = differs(input, current);
  useKeptDraft(draft.keepText, { email: input.email, repeat: input.repeat }, unsaved);
  useUnsavedInput(unsaved, discard);

  function discard(): void {
    draft.keepText('');
    setRefusal(undefined);
    form.reset(unchanged);
  }

  // Another tab may have confirmed another address: a field that is not edited has it, too.
  const previous = useRef(current);
  const updateUnedited = useEffectEvent(() => {
    if (previous.current !== current && !differs(form.getValues(), previous.current)) discard();
    previous.current = current;
  });
  useLayoutEffect(() => updateUnedited(), [current]);

  const [change, changing] = useOnce(async ({ email, password }: EmailChange) => {
    setRefusal(undefined);
    try {
      const answer = await changeEmail({ email, password });
      if (answer === 'asked') {
        discard();
        onAsked(email);
      } else setRefusal({ reason: answer, number: (attempts.current += 1) });
    } catch (error) {
      reportFailure(error, () => notify({ kind: 'error', text: t('failure') }));
    }
  });

  const forget = (about: 'address' | 'password') =>
    setRefusal((last) => (last && (last.reason === 'wrong-password') === (about === 'password') ? undefined : last));
  const fields = {
    email: form.register('email', {
      onChange: () => {
        forget('address');
        // Whether they match is a word about the second field, once somebody has been there.
        if (form.getFieldState('repeat').isTouched) void form.trigger('repeat');
      },
    }),
    repeat: form.register('repeat'),
    password: form.register('password', { onChange: () => forget('password') }),
  };

  return {
    fields,
    errors: form.formState.errors,
    differs: unsaved,
    changing,
    refusal,
    disabledReason: disabledReason(input, current),
    discard,
    onSubmit: form.handleSubmit(change),
  };
}
