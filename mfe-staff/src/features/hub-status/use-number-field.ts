import { useTranslation } from '@portal/i18n';
import { useRef, useState } from 'react';
import { problemOfNumber, readNumber } from './numbers.ts';
import type { NumberProblem } from './numbers.ts';

/** A field for a serial or a part number, which is checked on leaving it. `which` names its texts. */
export function useNumberField(which: 'serial' | 'partNumber', first: string) {
  const { t } = useTranslation('mfe-staff');
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(first);
  const [problem, setProblem] = useState<NumberProblem>();
  const value = readNumber(text);
  return {
    value,
    /** Shows what is wrong and gives the field the focus; false if nothing is. */
    refuse: (): boolean => {
      const found = problemOfNumber(value);
      setProblem(found);
      if (found !== undefined) input.current?.focus();
      return found !== undefined;
    },
    /** For the `TextField`. */
    field: {
      ref: input,
      label: t(`hubStatus.${which}.label`),
      inputMode: 'numeric',
      autoComplete: 'off',
      required: true,
      value: text,
      error: problem && t(problem === 'missing' ? `hubStatus.${which}.missing` : `hubStatus.problems.${problem}`),
      onChange: ({ target }: { readonly target: HTMLInputElement }) => {
        setText(target.value);
        if (problem) setProblem(problemOfNumber(readNumber(target.value)));
      },
      // An empty field is no mistake until the form is sent, and stays one from then on.
      onBlur: () => {
        if (value !== '') setProblem(problemOfNumber(value));
      },
    } as const,
  };
}
