import { valibotResolver } from '@hookform/resolvers/valibot';
import { trimText, unseenIn } from '@portal/contract/trim-text';
import { useTranslation } from '@portal/i18n';
import { useTooOftenText } from '@portal/remote-ui/too-often';
import type { TooOften } from '@portal/remote-ui/too-often';
import { Button, Card, TextField, useNavigate, useOnce } from '@portal/ui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as v from 'valibot';
import { searchPeople } from '../../calls/search.ts';
import { problemIn } from '../../fields/problem-in.ts';
import { useTellFailure } from '../../loading/use-read.ts';

/** Non-space text, an at sign, text, a dot, text (specification, section 5). Messages are keys of texts. */
const EmailSchema = v.object({
  email: v.pipe(
    v.string(),
    v.transform(trimText),
    v.nonEmpty('missing'),
    v.check((email) => unseenIn(email) === undefined, 'unseen'),
    v.regex(/^\S+@\S+\.\S+$/, 'invalid'),
  ),
});

/** Finds an account by its e-mail, which never gets into an address, and opens it. */
export function FindPerson() {
  const { t } = useTranslation('mfe-staff');
  const tooOftenText = useTooOftenText(t);
  const tellFailure = useTellFailure();
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { email: '' }, mode: 'onTouched', resolver: valibotResolver(EmailSchema) });
  const { errors, isSubmitted } = form.formState;
  const problem = problemIn(errors.email, isSubmitted, ['missing', 'unseen', 'invalid']);
  /** Why the last search found nobody, until the address changes. */
  const [refusal, setRefusal] = useState<TooOften | 'nobody'>();
  const refusalText = refusal && (refusal === 'nobody' ? t('people.nobody') : tooOftenText(refusal));

  const [find, finding] = useOnce(
    form.handleSubmit(async ({ email }) => {
      try {
        const found = await searchPeople(email);
        if ('id' in found && found.id !== null) {
          await navigate(`/staff/people/${found.id}`);
          return;
        }
        setRefusal('status' in found ? found : 'nobody');
        form.setFocus('email');
      } catch (error) {
        tellFailure(error);
      }
    }),
  );

  return (
    <Card>
      <form
        className="stack stack--wide"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void find(event);
        }}
      >
        <TextField
          type="email"
          label={t('people.email')}
          hint={t('people.emailHint')}
          autoComplete="off"
          spellCheck={false}
          required
          error={problem ? t(`people.problems.${problem}`) : refusalText}
          {...form.register('email', { onChange: () => setRefusal(undefined) })}
        />
        <div>
          <Button type="submit" variant="primary" icon="search" busy={finding}>
            {finding ? t('people.finding') : t('people.find')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
