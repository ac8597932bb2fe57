import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { NoteRequestSchema, PersonPathSchema, PersonResponseSchema } from '@portal/staff-api/wire';
import { requires } from '../requires.ts';
import { writeEntries } from '../journal/write-entries.ts';
import { changePerson } from './person.ts';
import type { Services } from '../../services.ts';

const route = requires('write notes', {
  summary: 'Write a note on an account, for colleagues; the person reads it in the own data',
  params: PersonPathSchema,
  body: NoteRequestSchema,
  response: { 200: PersonResponseSchema },
});

/** `POST staff/people/{id}/notes`. A note is an entry of the journal: nobody changes it afterwards. */
export function writeNote(staff: ApiScope, work: Services): void {
  staff.post('/staff/people/:id/notes', route, async (request) => {
    const { id } = request.params;
    return changePerson(work, { request, id }, async (transaction, _account, caller) => {
      await writeEntries(transaction, caller, [{ action: 'noted', on: id, what: request.body.text }]);
      return undefined;
    });
  });
}
