import { valibotResolver } from '@hookform/resolvers/valibot';
import { deleteAccount, reportFailure } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { session, useUser } from '@portal/session';
import { notify, useNavigate, useOnce } from '@portal/ui';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { deletionSchema } from './deletion.ts';
import type { Deletion } from './deletion.ts';

/** The deletion's form. On success the page that says so comes first, and then the check of who is signed in, however it ends. */
export function useDeletionForm() {
  const { t } = useTranslation('mfe-account');
  const navigate = useNavigate();
  const { usesSingleSignOn } = useUser();
  const form = useForm<Deletion, unknown, Deletion>({
    defaultValues: { password: '' },
    mode: 'onTouched',
    resolver: valibotResolver(deletionSchema(usesSingleSignOn)),
  });
  /** How often the password was wrong, as long as it stands there unchanged. */
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
