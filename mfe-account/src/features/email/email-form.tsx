import { valibotResolver } from '@hookform/resolvers/valibot';
import { changeEmail, reportFailure } from '@portal/api';
import type { EmailRefusal } from '@portal/api';
import { trimText, unseenIn } from '@portal/contract/trim-text';
import { useTranslation } from '@portal/i18n';
import { SaveButton } from '@portal/remote-ui/save-button';
import { useUser } from '@portal/session';
import { Button, ErrorSummary, notify, TextField, useOnce, useUnsavedInput } from '@portal/ui';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { FieldError } from 'react-hook-form';
import { PasswordField } from '../../forms/password-field.tsx';
import { tooOftenIn, useTooOftenText } from '@portal/remote-ui/too-often';
import type { TooOften } from '@portal/remote-ui/too-often';
import { UserName } from '../../forms/user-name.tsx';
import { useSaveDraft, useStoredDraft } from '../../forms/use-form-draft.ts';
import { differs, disabledReason, EmailDraftSchema, EmailSchema, findProblem } from './email.ts';
import type { EmailChange, EmailInput } from './email.ts';

/** Why the API refused the change; kept until the field changes. `number` distinguishes equal refusals. */
interface Refusal {
  readonly reason: EmailRefusal | TooOften;
  readonly number: number;
}

/** Whether a refusal is about the password, otherwise about the address. */
const concernsPassword = ({ reason }: Refusal) => reason === 'wrong-password' || typeof reason === 'object';

/** State and actions of the e-mail form. `onRequested` receives the address that the API has written to. */
function useEmailForm(onRequested: (email: string) => void) {
  const { t } = useTranslation('mfe-account');
  const { email: current } = useUser();
  const unchanged: EmailInput = { email: current, repeat: '', password: '' };
  const draft = useStoredDraft('account email', EmailDraftSchema);
  const form = useForm<EmailInput, unknown, EmailChange>({
    defaultValues: { ...unchanged, ...draft.found },
    mode: 'onTouched',
    criteriaMode: 'all', // otherwise the two addresses would not be compared while the password is missing
    resolver: valibotResolver(EmailSchema),
  });
  const [refusal, setRefusal] = useState<Refusal>();
  const attempts = useRef(0);
  const input = useWatch({ control: form.control, compute: (values: EmailInput) => values });
  const unsaved = differs(input, current);
  useSaveDraft(draft.keepText, { email: input.email, repeat: input.repeat }, unsaved);
  useUnsavedInput(unsaved, discard);

  function discard(): void {
    draft.keepText('');
    setRefusal(undefined);
    form.reset(unchanged);
  }

  // Another tab may have confirmed another address; if the field is not edited, it shows that one.
  const previous = useRef(current);
  const updateUnedited = useEffectEvent(() => {
    if (previous.current !== current && !differs(form.getValues(), previous.current)) discard();
    previous.current = current;
  });
  useLayoutEffect(() => updateUnedited(), [current]);

  const refuse = (reason: Refusal['reason']) => setRefusal({ reason, number: (attempts.current += 1) });

  const [change, changing] = useOnce(async ({ email, password }: EmailChange) => {
    setRefusal(undefined);
    try {
      const answer = await changeEmail({ email, password });
      if (answer === 'asked') {
        discard();
        onRequested(email);
        return;
      }
      refuse(answer);
      notify({ kind: 'error', text: t('failure') });
    } catch (error) {
      const tooOften = tooOftenIn(error);
      if (tooOften) refuse(tooOften);
      reportFailure(error, () => notify({ kind: 'error', text: t('failure') }));
    }
  });

  const forget = (about: 'address' | 'password') =>
    setRefusal((last) => (last && concernsPassword(last) === (about === 'password') ? undefined : last));
  const fields = {
    email: form.register('email', {
      onChange: () => {
        forget('address');
        // The second field shows whether the addresses match, but not before the user has visited it.
        if (form.getFieldState('repeat').isTouched) void form.trigger('repeat');
      },
    }),
    repeat: form.register('repeat'),
    password: form.register('password', { onChange: () => forget('password') }),
  };

  return {
    fields,
    errors: form.formState.errors,
    isEdited: unsaved,
    changing,
    refusal,
    reason: disabledReason(input, current),
    unseen: unseenIn(trimText(input.email)) ?? '',
    discard,
    onSubmit: form.handleSubmit(change),
  };
}

/** The texts of what is wrong: why the API refused the change, and what the fields say. */
function useProblemTexts({ refusal, unseen }: Pick<ReturnType<typeof useEmailForm>, 'refusal' | 'unseen'>) {
  const { t } = useTranslation('mfe-account');
  const tooOftenText = useTooOftenText(t);
  const refused = refusal && {
    number: refusal.number,
    field: concernsPassword(refusal) ? 'password' : 'email',
    text: typeof refusal.reason === 'object' ? tooOftenText(refusal.reason) : t(`email.refusals.${refusal.reason}`),
  };

  function findError(field: keyof EmailInput, error: FieldError | undefined): string | undefined {
    if (refused?.field === field) return refused.text;
    const problem = findProblem(error?.message);
    return problem && t(`email.problems.${problem}`, { character: unseen });
  }

  return { refused, findError };
}

interface EmailFormProps {
  /** The user has opened the form again, so the address gets the focus. */
  readonly startsFocused: boolean;
  readonly onRequested: (email: string) => void;
}

/**
 * The form for another contact e-mail. The other fields appear once the address is edited (specification, section 4).
 */
export function EmailForm({ startsFocused, onRequested }: EmailFormProps) {
  const { t } = useTranslation('mfe-account');
  const { fields, errors, isEdited, changing, refusal, reason, unseen, discard, onSubmit } = useEmailForm(onRequested);
  const { refused, findError } = useProblemTexts({ refusal, unseen });
  const ids = { email: useId(), password: useId(), change: useId() };
  const form = useRef<HTMLFormElement>(null);

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
          key={refused.number}
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
        error={isEdited ? findError('email', errors.email) : undefined}
        {...fields.email}
      />
      {isEdited && (
        <>
          <UserName />
          <TextField
            label={t('email.repeat')}
            type="email"
            autoComplete="off"
            required
            error={findError('repeat', errors.repeat)}
            {...fields.repeat}
          />
          <PasswordField
            id={ids.password}
            label={t('email.password')}
            hint={t('email.whyPassword')}
            autoComplete="current-password"
            required
            error={findError('password', errors.password)}
            {...fields.password}
          />
        </>
      )}
      <SaveButton
        id={ids.change}
        text={t('email.change')}
        busyText={t('email.changing')}
        busy={changing}
        reason={reason && t(`email.disabledReasons.${reason}`)}
        after={
          isEdited && (
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
