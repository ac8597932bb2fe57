import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { PersonPathSchema, PersonResponseSchema } from '@portal/staff-api/wire';
import { requires } from '../requires.ts';
import { writeEntries } from '../journal/write-entries.ts';
import { changePerson } from './person.ts';
import type { Services } from '../../services.ts';

const route = requires('read an account', {
  summary: 'The account of a person with its hubs; the journal keeps that it was viewed',
  params: PersonPathSchema,
  response: { 200: PersonResponseSchema },
});

/**
 * `GET staff/people/{id}` (specification, section 3). Limited, because ids stand elsewhere, too: in lists of logs, and
 * in the journal.
 */
export function getPerson(staff: ApiScope, work: Services): void {
  // A HEAD would be written down as a view, too.
  staff.get('/staff/people/:id', { ...route, exposeHeadRoute: false }, async (request) => {
    const { id } = request.params;
    return changePerson(work, { request, id }, async (transaction, _account, caller) => {
      await writeEntries(transaction, caller, [{ action: 'viewed', on: id }]);
      return undefined;
    });
  });
}
