import * as v from 'valibot';

/** At least 6 characters with a digit (specification, section 5). */
const SECURE = /^(?=.*\d).{6,}$/s;

/**
 * The current password and a new one, twice (specification, section 5). Nothing is trimmed. Messages are keys of texts.
 */
export const PasswordSchema = v.pipe(
  v.object({
    current: v.pipe(v.string(), v.nonEmpty('current')),
    next: v.pipe(v.string(), v.nonEmpty('missing'), v.regex(SECURE, 'insecure')),
    repeat: v.string(),
  }),
  v.forward(
    v.partialCheck([['current'], ['next']], ({ current, next }) => current !== next, 'same'),
    ['next'],
  ),
  v.forward(
    v.partialCheck([['next'], ['repeat']], ({ next, repeat }) => next === repeat, 'mismatch'),
    ['repeat'],
  ),
);
/** Values of the fields. */
export type PasswordInput = v.InferOutput<typeof PasswordSchema>;

const PROBLEMS = ['current', 'missing', 'insecure', 'same', 'mismatch'] as const;
type PasswordProblem = (typeof PROBLEMS)[number];

/** The problem that a message of the schema names. */
export function findProblem(message: string | undefined): PasswordProblem | undefined {
  return PROBLEMS.find((problem) => problem === message);
}

/** Why the password cannot be changed; undefined if it can. */
export function disabledReason(input: PasswordInput): PasswordProblem | undefined {
  const checked = v.safeParse(PasswordSchema, input);
  return PROBLEMS.find((problem) => checked.issues?.some(({ message }) => message === problem));
}
