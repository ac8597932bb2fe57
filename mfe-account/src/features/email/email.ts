import { trimText, unseenIn } from '@portal/contract/trim-text';
import * as v from 'valibot';

/**
 * Non-space text, an at sign, text, a dot, text (specification, section 5). Loose on purpose: only the mail proves an
 * address.
 */
const ADDRESS = /^\S+@\S+\.\S+$/;

/** A new address, twice, and the current password (specification, section 5). Messages are keys of texts. */
export const EmailSchema = v.pipe(
  v.object({
    email: v.pipe(
      v.string(),
      v.transform(trimText),
      v.nonEmpty('missing'),
      v.check((address) => unseenIn(address) === undefined, 'unseen'),
      v.regex(ADDRESS, 'invalid'),
    ),
    repeat: v.pipe(v.string(), v.transform(trimText)),
    password: v.pipe(v.string(), v.nonEmpty('password')),
  }),
  v.forward(
    v.partialCheck([['email'], ['repeat']], ({ email, repeat }) => email === repeat, 'mismatch'),
    ['repeat'],
  ),
);
/** Values of the fields. */
export type EmailInput = v.InferInput<typeof EmailSchema>;
export type EmailChange = v.InferOutput<typeof EmailSchema>;

/** A draft of the fields, without the password. */
export const EmailDraftSchema = v.object({ email: v.string(), repeat: v.string() });

const PROBLEMS = ['missing', 'unseen', 'invalid', 'mismatch', 'password'] as const;
type EmailProblem = (typeof PROBLEMS)[number];

/** The problem that a message of the schema names. */
export function findProblem(message: string | undefined): EmailProblem | undefined {
  return PROBLEMS.find((problem) => problem === message);
}

/**
 * Whether the address in the field differs from the current one. Capitals make no other address: the API would call it
 * taken.
 */
export function differs(input: EmailInput, current: string): boolean {
  return trimText(input.email).toLowerCase() !== current.toLowerCase();
}

/** Why the address cannot be changed; undefined if it can. */
export function disabledReason(input: EmailInput, current: string): 'nothingChanged' | EmailProblem | undefined {
  if (!differs(input, current)) return 'nothingChanged';
  const checked = v.safeParse(EmailSchema, input);
  return PROBLEMS.find((problem) => checked.issues?.some(({ message }) => message === problem));
}
