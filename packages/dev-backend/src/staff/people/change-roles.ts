import type { ApiScope } from '@portal/node-kit/api-scope';
import { PersonPathSchema, RolesRequestSchema, RolesResponseSchema } from '@portal/staff-api/wire';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type * as v from 'valibot';
import { callerIn } from '../../api/caller.ts';
import { Refusal } from '../../api/refusal.ts';
import type { Transaction } from '../../database/add-person.ts';
import { lockAdmins } from '../../database/admins.ts';
import { accounts } from '../../database/schema.ts';
import { forAct } from '../for-act.ts';
import { writeEntries } from '../journal/write-entries.ts';
import { lockPerson } from './person.ts';
import type { PeopleWork } from './person.ts';

type Change = v.InferOutput<typeof RolesRequestSchema>;

/** The roles after the change; the same list if it changes nothing. */
function changed(roles: readonly string[], { role, change }: Change): readonly string[] {
  if (roles.includes(role) === (change === 'add')) return roles;
  return change === 'add' ? [...roles, role] : roles.filter((each) => each !== role);
}

/** The last admin stays: nobody changes the own roles, and who takes the role of another admin still has it. */
async function changeRole(
  transaction: Transaction,
  request: FastifyRequest,
  { id, ...change }: Change & { readonly id: string },
): Promise<readonly string[]> {
  // First, because another one may take the caller's role at the same moment.
  await lockAdmins(transaction);
  const caller = await callerIn(transaction, request);
  if (id === caller.id) throw new Refusal(403, 'OWN_ROLES');
  const account = await lockPerson(transaction, id);
  const roles = changed(account.roles, change);
  if (roles === account.roles) return roles;
  const act = change.change === 'add' ? 'role-added' : 'role-removed';
  await writeEntries(transaction, caller, [{ act, on: id, what: change.role, reason: change.reason }]);
  await transaction
    .update(accounts)
    .set({ roles: [...roles] })
    .where(eq(accounts.id, id));
  return roles;
}

const route = forAct('change roles', {
  summary: 'Give a role to an account, or take it; never the own account',
  params: PersonPathSchema,
  body: RolesRequestSchema,
  response: { 200: RolesResponseSchema },
});

/** `POST staff/people/{id}/roles`. A change that is already so is no act, and not written down. */
export function changeRoles(staff: ApiScope, { db }: Pick<PeopleWork, 'db'>): void {
  staff.post('/staff/people/:id/roles', route, async (request) => {
    const change = { ...request.body, id: request.params.id };
    const roles = await db.transaction(async (transaction) => changeRole(transaction, request, change));
    return { data: { roles } };
  });
}
