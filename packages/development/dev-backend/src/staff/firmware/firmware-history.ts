import { asc, desc } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import type { Caller } from '../../api/caller.ts';
import type { Transaction } from '../../database/add-person.ts';
import type { Database } from '../../database/open-database.ts';
import { firmware, firmwareHistory } from '../../database/firmware-schema.ts';

type Step = Pick<typeof firmwareHistory.$inferInsert, 'fileName' | 'state' | 'reason'>;

/** Writes down which state the caller gives firmware, in the transaction that does it. */
export async function writeStep(transaction: Transaction, { id, email }: Caller, step: Step): Promise<void> {
  await transaction.insert(firmwareHistory).values({ ...step, at: new Date(), byId: id, byEmail: email });
}

/** Firmware as it is sent, the newest first. */
export async function readFirmware(db: Database | Transaction, which?: SQL) {
  const rows = await db.select().from(firmware).where(which).orderBy(desc(firmware.uploadedAt), asc(firmware.fileName));
  const steps = await db.select().from(firmwareHistory).orderBy(firmwareHistory.id);
  return rows.map(({ uploadedAt, ...row }) => ({
    ...row,
    uploadedAt: uploadedAt.toISOString(),
    history: steps
      .filter(({ fileName }) => fileName === row.fileName)
      .map(({ state, at, byEmail, reason }) => ({ state, at: at.toISOString(), by: byEmail, reason })),
  }));
}
