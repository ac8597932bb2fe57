import type { User } from '@portal/contract/user';
import * as v from 'valibot';
import { readResponse } from '@portal/session/http';
import type { Call } from '@portal/session/http';
import { exchange, send, signedInUser } from '../transport.ts';
import { readable, TextSchema } from '../readable.ts';
import { AccountResponseSchema, AccountSchema } from '../wire.ts';

const CALL: Call = { method: 'GET', path: 'account/', tellsUser: true };
const OPERATION = 'GET account/';

const { language, country, lastSeen, roles, isBosch } = AccountSchema.entries;
const NameSchema = v.nullish(TextSchema);

/**
 * An account whose user can work even if one of these fields is missing, or (but for roles and `isBosch`, which decide)
 * cannot be read.
 */
const SignedInSchema = v.object({
  firstname: v.optional(readable(OPERATION, 'firstname', NameSchema)),
  lastname: v.optional(readable(OPERATION, 'lastname', NameSchema)),
  email: v.optional(readable(OPERATION, 'email', NameSchema)),
  roles: v.nullish(roles),
  isBosch: v.nullish(isBosch),
  language: v.optional(readable(OPERATION, 'language', language)),
  country: v.optional(readable(OPERATION, 'country', country)),
  lastSeen: v.optional(readable(OPERATION, 'lastSeen', lastSeen)),
});
const AccountAnswerSchema = v.object({ ...AccountResponseSchema.entries, data: SignedInSchema });

function toUser(account: v.InferOutput<typeof SignedInSchema>): User {
  return {
    firstName: account.firstname ?? '',
    lastName: account.lastname ?? '',
    email: account.email ?? '',
    roles: account.roles ?? [],
    usesSingleSignOn: account.isBosch ?? false,
    language: account.language ?? null,
    country: account.country ?? null,
    lastSeen: account.lastSeen ?? null,
  };
}

/**
 * The account that the tokens belong to. After a 304 without a body, returns the user received last; if there is none,
 * sends one unconditional request.
 * @throws {CallError}
 */
export async function getAccount(): Promise<User> {
  const answer = await exchange(CALL);
  if (answer.status !== 304) return toUser((await readResponse(OPERATION, answer, AccountAnswerSchema)).data);
  const known = signedInUser();
  return known ?? toUser((await send({ ...CALL, unconditional: true }, AccountAnswerSchema)).data);
}
