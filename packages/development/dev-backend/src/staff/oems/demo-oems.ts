import type { Transaction } from '../../database/add-person.ts';
import { oemApps, oems } from '../../database/schema.ts';

/** Invented makers, and how many apps they have. */
const DEMO_OEMS = [
  { id: 'oem-alderwheel', name: 'Alderwheel', apps: 12 },
  { id: 'oem-bergluft', name: 'Bergluft Räder', apps: 40 },
  { id: 'oem-cyclade', name: 'Cyclade', apps: 3 },
  { id: 'oem-dijkmeester', name: 'Dijkmeester', apps: 7 },
  { id: 'oem-fjordhjul', name: 'Fjordhjul', apps: 1 },
  { id: 'oem-kettenwerk', name: 'Kettenwerk', apps: 18 },
  { id: 'oem-lumivelo', name: 'Lumivélo', apps: 0 },
  { id: 'oem-tandem-and-sons', name: 'Tandem & Sons', apps: 2 },
] as const;

/** Puts the demo OEMs into an empty database. */
export async function addDemoOems(transaction: Transaction): Promise<void> {
  await transaction.insert(oems).values(DEMO_OEMS.map(({ id, name }) => ({ id, name })));
  const apps = DEMO_OEMS.flatMap(({ id, apps: count }) =>
    Array.from({ length: count }, (_, index) => ({
      appId: `com.example.${id.slice('oem-'.length)}.app${index + 1}`,
      oemId: id,
    })),
  );
  await transaction.insert(oemApps).values(apps);
}
