import { CountryRecordsResponseSchema } from '@portal/staff-api/wire';
import * as v from 'valibot';
import type { BackendClient } from './demo-backend.ts';
import { FirmwareSender, newName, progressIn, sampleZip, sha256 } from './firmware-sender.ts';
import { toId, REASON, getStaff } from './staff.ts';

const DEMO_FIRMWARE = 'smart-hub_ota_hub_1.4.0_bus_1.8.4.zip';

/**
 * A request for each action of staff that changes something or has a body, as it would be carried out; made with a
 * token of the sender.
 */
export function staffRequests(client: () => BackendClient) {
  const staff = getStaff(client);
  const somebody = `people/${toId({ email: 'empty@example.com' })}`;
  const reason = { reason: REASON };
  const name = newName();
  const newUpload = async (token: string) =>
    progressIn(await new FirmwareSender(client(), token).begin({ fileName: newName(), bytes: sampleZip() })).id;
  const fixed = (path: string, body: object) => async () => ({ path, body });
  const requests: Readonly<
    Record<string, (token: string) => Promise<{ readonly path: string; readonly body: object | Buffer }>>
  > = {
    'POST staff/people/search': fixed('staff/people/search', { text: 'empty@example.com' }),
    'POST staff/people/{id}/deletion-mail': fixed(`staff/${somebody}/deletion-mail`, reason),
    'POST staff/people/{id}/confirmation-mail': fixed(`staff/${somebody}/confirmation-mail`, reason),
    'POST staff/people/{id}/password-mail': fixed(`staff/${somebody}/password-mail`, reason),
    'POST staff/people/{id}/notes': fixed(`staff/${somebody}/notes`, { text: REASON }),
    'POST staff/people/{id}/delete': fixed(`staff/${somebody}/delete`, { ...reason, deleteObcAccount: false }),
    'POST staff/people/{id}/unmigrate': fixed(`staff/${somebody}/unmigrate`, reason),
    'POST staff/people/{id}/roles': fixed(`staff/${somebody}/roles`, { ...reason, role: 'admin', change: 'add' }),
    'POST staff/hubs/{serial}+{partNumber}/release': fixed('staff/hubs/0012604417+4021000117/release', reason),
    'POST staff/logs/delete': fixed('staff/logs/delete', {
      ...reason,
      filter: { type: null, identifier: null, from: null, to: null, minKb: null, maxKb: null },
      count: 0,
    }),
    'POST staff/logs/{id}/delete': fixed('staff/logs/1/delete', reason),
    'POST staff/logs/{id}/download': fixed('staff/logs/1/download', {}),
    'PUT staff/countries/{code}': async () => ({ path: 'staff/countries/de', body: await germany() }),
    'POST staff/oems': fixed('staff/oems', { name: 'Held back' }),
    'PUT staff/oems/{id}': fixed('staff/oems/x', { name: 'Held back' }),
    'DELETE staff/oems/{id}': fixed('staff/oems/x', {}),
    'POST staff/firmware/{fileName}/state': fixed(`staff/firmware/${DEMO_FIRMWARE}/state`, {
      ...reason,
      state: 'withdrawn',
    }),
    'POST staff/firmware/{fileName}/download': fixed(`staff/firmware/${DEMO_FIRMWARE}/download`, {}),
    'POST staff/firmware/uploads': async () => ({
      path: 'staff/firmware/uploads',
      body: { fileName: name, size: 1, firstPiece: sha256(Buffer.from('x')), skipsTesting: false },
    }),
    'PUT staff/firmware/uploads/{id}/{offset}': async (token) => ({
      path: `staff/firmware/uploads/${await newUpload(token)}/0`,
      body: sampleZip(),
    }),
    'POST staff/firmware/uploads/{id}/complete': async (token) => ({
      path: `staff/firmware/uploads/${await newUpload(token)}/complete`,
      body: {},
    }),
    'DELETE staff/firmware/uploads/{id}': async (token) => ({
      path: `staff/firmware/uploads/${await newUpload(token)}`,
      body: {},
    }),
  };
  async function germany(): Promise<object> {
    const { body } = await staff.get('content', 'countries');
    const { code: _code, ...record } =
      v.parse(CountryRecordsResponseSchema, body).data.find(({ code }) => code === 'de') ?? {};
    return record;
  }
  return requests;
}
