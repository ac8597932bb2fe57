import { reportFailure } from '@portal/api';
import { trimText, unseenIn } from '@portal/contract/trim-text';
import { useTranslation } from '@portal/i18n';
import { useTooOftenText } from '@portal/remote-ui/too-often';
import { Button, Card, notify, TextField, useNavigate, useOnce } from '@portal/ui';
import { useRef, useState } from 'react';
import { findPerson } from '../../calls/people.ts';
import type { Found } from '../../calls/people.ts';

/** Non-space text, an at sign, text, a dot, text (specification, section 5). */
const ADDRESS = /^\S+@\S+\.\S+$/;

type Problem = 'missing' | 'unseen' | 'invalid' | Exclude<Found, { status: 'found' }>;

function problemOf(email: string): Problem | undefined {
  if (email === '') return 'missing';
  if (unseenIn(email) !== undefined) return 'unseen';
  return ADDRESS.test(email) ? undefined : 'invalid';
}

function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation('mfe-staff');
  const tooOftenText = useTooOftenText(t);
  return (problem) => {
    if (typeof problem === 'string') return t(`people.problems.${problem}`);
    return problem.status === 'nobody' ? t('people.nobody') : tooOftenText(problem);
  };
}

/** Finds an account by its e-mail, which never gets into an address, and opens it. */
export function FindPerson() {
  const { t } = useTranslation('mfe-staff');
  const textOf = useProblemText();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<Problem>();

  const [find, finding] = useOnce(async () => {
    const address = trimText(email);
    const wrong = problemOf(address);
    setProblem(wrong);
    if (wrong !== undefined) {
      field.current?.focus();
      return;
    }
    try {
      const found = await findPerson(address);
      if (found.status === 'found') {
        await navigate(`/staff/people/${found.id}`);
        return;
      }
      setProblem(found);
      field.current?.focus();
    } catch (error) {
      reportFailure(error, () => notify({ kind: 'error', text: t('staff.failure') }));
    }
  });

  return (
    <Card>
      <form
        className="stack stack--wide"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <TextField
          ref={field}
          type="email"
          label={t('people.email')}
          hint={t('people.emailHint')}
          autoComplete="off"
          spellCheck={false}
          required
          value={email}
          error={problem && textOf(problem)}
          onChange={({ target }) => {
            setEmail(target.value);
            setProblem(undefined);
          }}
          onBlur={() => {
            if (trimText(email) !== '' && problem === undefined) setProblem(problemOf(trimText(email)));
          }}
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
