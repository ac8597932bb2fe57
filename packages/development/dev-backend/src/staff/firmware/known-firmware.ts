import { compareFirmware, firmwareIn } from '@portal/staff-api/firmware-name';
import type { FirmwareVersion } from '@portal/staff-api/firmware-name';
import { eq } from 'drizzle-orm';
import { Refusal } from '../../refusal.ts';
import type { Transaction } from '../../database/add-person.ts';
import type { Database } from '../../database/open-database.ts';
import { firmware } from '../../database/firmware-schema.ts';

/** What people are told of the newer one: the version of the bus, too, if that of the hub is the same. */
function shown(newer: FirmwareVersion, than: FirmwareVersion): string {
  const isOtherHub = compareFirmware({ ...newer, busVersion: than.busVersion }, than) !== 0;
  return isOtherHub ? newer.hubVersion : `${newer.hubVersion}, bus ${newer.busVersion}`;
}

/**
 * What the name of new firmware says. @throws {Refusal} if it says nothing, or if the product has that version already,
 * or a newer one.
 */
export async function newFirmware(db: Database | Transaction, fileName: string): Promise<FirmwareVersion> {
  const version = firmwareIn(fileName);
  if (!version) throw new Refusal(400, 'invalid_filename');
  const { product, hubVersion, busVersion } = firmware;
  const others = await db
    .select({ product, hubVersion, busVersion })
    .from(firmware)
    .where(eq(product, version.product));
  if (others.some((other) => compareFirmware(other, version) === 0)) throw new Refusal(400, 'firmware_already_exists');
  const [newest] = others.toSorted((one, other) => compareFirmware(other, one));
  if (newest && compareFirmware(newest, version) > 0)
    throw new Refusal(400, 'more_recent_version_available', { detail: shown(newest, version) });
  return version;
}
