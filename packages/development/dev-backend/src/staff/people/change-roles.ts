import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { PersonPathSchema, PersonResponseSchema, RolesRequestSchema } from '@portal/staff-api/wire';
import { eq } from 'drizzle-orm';
import type * as v from 'valibot';
import { Refusal } from '../../refusal.ts';
import { lockAdmins } from '../../database/admins.ts';
import { accounts } from '../../database/schema.ts';
import { requires } from '../requires.ts';
import { writeEntries } from '../journal/write-entries.ts';
import { changePerson } from './person.ts';
import type { Services } from '../../services.ts';

type Change = v.InferOutput<typeof RolesRequestSchema>;

/** The roles after the change; the same list if it changes nothing. */
function changed(roles: readonly string[], { role, change }: Change): readonly string[] {
  if (roles.includes(role) === (change === 'add')) return roles;
  return change === 'add' ? [...roles, role] : roles.filter((each) => each !== role);
}

const route = requires('change roles', {
  summary: 'Give a role to an account, or take it; never the own account',
  params: PersonPathSchema,
  body: RolesRequestSchema,
  response: { 200: PersonResponseSchema },
});

/**
 * `POST staff/people/{id}/roles`. A change that is already so is a view. The last admin stays: nobody changes the own
 * roles, and who takes the role of another admin still has it, because the admins are locked before the caller's role
 * is read.
 */
export function changeRoles(staff: ApiScope, work: Services): void {
  staff.post('/staff/people/:id/roles', route, async (request) => {
    const { id } = request.params;
    const { role, change, reason } = request.body;
    return changePerson(work, { request, id, lock: lockAdmins }, async (transaction, account, caller) => {
      if (id === caller.id) throw new Refusal(403, 'OWN_ROLES');
      const after = changed(account.roles, request.body);
      if (after === account.roles) {
        await writeEntries(transaction, caller, [{ action: 'viewed', on: id }]);
        return undefined;
      }
      const action = change === 'add' ? 'role-added' : 'role-removed';
      await writeEntries(transaction, caller, [{ action, on: id, what: role, reason }]);
      await transaction
        .update(accounts)
        .set({ roles: [...after] })
        .where(eq(accounts.id, id));
      return undefined;
    });
  });
}
