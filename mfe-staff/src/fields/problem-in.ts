import type { FieldError } from 'react-hook-form';

/**
 * What is wrong with a field, as a message of its schema names it. An empty field is no mistake until the form is sent.
 */
export function problemIn<const Known extends string>(
  error: FieldError | undefined,
  isSubmitted: boolean,
  known: readonly Known[],
): Known | undefined {
  const problem = known.find((each) => each === error?.message);
  return problem === 'missing' && !isSubmitted ? undefined : problem;
}
