import { reportFailure } from '@portal/api';
import { trimText } from '@portal/contract/trim-text';
import { useTranslation } from '@portal/i18n';
import { isOutcomeUnknown } from '@portal/remote-ui/unknown-outcome';
import { useOnce } from '@portal/ui';
import { useRef, useState } from 'react';
import { ReasonSchema } from '@portal/staff-api/wire';
import * as v from 'valibot';

type ReasonProblem = 'missing' | 'short';

/** What is wrong with a reason. The field takes no more than the most characters. */
function problemOfReason(reason: string): ReasonProblem | undefined {
  if (trimText(reason) === '') return 'missing';
  return v.is(ReasonSchema, reason) ? undefined : 'short';
}

/** Why the act was not done. `number` distinguishes equal failures, so that screen readers read each. */
interface Failure {
  readonly title: string;
  readonly text: string | undefined;
  readonly number: number;
}

/** The reason of an act, and the act itself: once at a time, and only with a reason. */
export function useAct(act: (reason: string) => Promise<string | undefined>, onDone: () => void) {
  const { t } = useTranslation('mfe-staff');
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ReasonProblem>();
  const [failure, setFailure] = useState<Failure>();
  const attempts = useRef(0);
  const fail = (title: string, text?: string) => setFailure({ title, text, number: (attempts.current += 1) });

  const [submit, running] = useOnce(async () => {
    const found = problemOfReason(reason);
    setProblem(found);
    setFailure(undefined);
    if (found) {
      field.current?.focus();
      return;
    }
    try {
      const refusal = await act(trimText(reason));
      if (refusal === undefined) onDone();
      else fail(refusal);
    } catch (error) {
      // A notice would be behind the dialog.
      reportFailure(error, () =>
        fail(t('staff.failure'), isOutcomeUnknown(error) ? t('staff.unknown') : t('staff.notDone')),
      );
    }
  });

  return {
    field,
    reason,
    changeReason: (value: string) => {
      setReason(value);
      if (problem) setProblem(problemOfReason(value));
    },
    /** On leaving the field; an empty one is still to be filled. */
    checkReason: () => setProblem(reason === '' ? undefined : problemOfReason(reason)),
    problem,
    failure,
    running,
    submit,
  };
}
