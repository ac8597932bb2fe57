import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import {
  DownloadResponseSchema,
  FirmwareListResponseSchema,
  FirmwarePathSchema,
  FirmwareResponseSchema,
  FirmwareStateRequestSchema,
} from '@portal/staff-api/wire';
import { eq } from 'drizzle-orm';
import { callerIn } from '../../api/caller.ts';
import type { Transaction } from '../../database/add-person.ts';
import { firmware } from '../../database/firmware-schema.ts';
import { Refusal } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { requires } from '../requires.ts';
import { readFirmware, writeStep } from './firmware-history.ts';

/** Firmware, which nobody else can change before the transaction ends. @throws {Refusal} 404 */
async function lockFirmware(transaction: Transaction, fileName: string) {
  const [found] = await transaction.select().from(firmware).where(eq(firmware.fileName, fileName)).for('update');
  if (!found) throw new Refusal(404, 'FIRMWARE_NOT_FOUND');
  return found;
}

/** `staff/firmware…`: what has been uploaded, its states, and downloads. */
export function keptFirmwareRoutes(app: ApiScope, { db, settings, downloadLinks }: Services): void {
  app.get(
    '/staff/firmware',
    requires('list firmware', {
      summary: 'All firmware, the newest first, with who gave it which state',
      response: { 200: FirmwareListResponseSchema },
    }),
    async () => ({ data: await readFirmware(db) }),
  );

  app.post(
    '/staff/firmware/:fileName/state',
    requires('release and withdraw firmware', {
      summary: 'Release firmware that is tested, or withdraw it; it stays listed',
      params: FirmwarePathSchema,
      body: FirmwareStateRequestSchema,
      response: { 200: FirmwareResponseSchema },
    }),
    (request) =>
      db.transaction(async (transaction) => {
        const { params, body } = request;
        const caller = await callerIn(transaction, request);
        const { fileName, state } = await lockFirmware(transaction, params.fileName);
        if (state === 'withdrawn' || state === body.state) throw new Refusal(409, 'STATE_HAS_CHANGED');
        const isIt = eq(firmware.fileName, fileName);
        await transaction.update(firmware).set({ state: body.state }).where(isIt);
        await writeStep(transaction, caller, { fileName, ...body });
        const [data] = await readFirmware(transaction, isIt);
        if (!data) throw new Error(`${fileName} is locked and gone.`);
        return { data };
      }),
  );

  app.post(
    '/staff/firmware/:fileName/download',
    requires('download firmware', {
      summary: 'An address that downloads firmware, once, within a minute',
      params: FirmwarePathSchema,
      response: { 200: DownloadResponseSchema },
    }),
    (request) =>
      db.transaction(async (transaction) => {
        await callerIn(transaction, request);
        const { fileName } = await lockFirmware(transaction, request.params.fileName);
        return { data: { url: `${settings.url}/api/downloads/${downloadLinks.make({ firmware: fileName })}` } };
      }),
  );
}
