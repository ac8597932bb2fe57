import { createHash } from 'node:crypto';
import { firmwareIn } from '@portal/staff-api/firmware-name';
import type { Transaction } from './add-person.ts';
import { firmware } from './schema.ts';

const DAY = 86_400_000;

/** Size in bytes, and how many days before the first start. There are no files, which no call reads. */
const DEMO_FIRMWARE = [
  { fileName: 'smart-hub_ota_hub_1.4.0_bus_1.8.4.zip', size: 41_236_912, daysAgo: 164, state: 'released' },
  { fileName: 'rearlight_ota_hub_1.0.7_bus_1.8.4.zip', size: 3_871_044, daysAgo: 121, state: 'released' },
  { fileName: 'cui100_ota_hub_2.1.0_bus_1.9.0.zip', size: 18_540_377, daysAgo: 58, state: 'released' },
  { fileName: 'smart-hub_ota_hub_1.4.2_bus_1.9.0.zip', size: 42_018_550, daysAgo: 23, state: 'released' },
  { fileName: 'smart-hub_ota_hub_1.5.0_bus_1.9.2.zip', size: 42_771_203, daysAgo: 4, state: 'testing' },
] as const;

/** Writes firmware that is said to have been uploaded. */
export async function addDemoFirmware(transaction: Transaction): Promise<void> {
  const start = Date.now();
  await transaction.insert(firmware).values(
    DEMO_FIRMWARE.flatMap(({ fileName, daysAgo, ...stored }) => {
      const version = firmwareIn(fileName);
      const hash = createHash('sha256').update(fileName).digest('base64');
      const uploadedAt = new Date(start - daysAgo * DAY);
      return version ? [{ ...stored, ...version, fileName, hash, uploadedAt }] : [];
    }),
  );
}
