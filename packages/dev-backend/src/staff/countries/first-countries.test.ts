import { expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { countries } from '../../database/schema.ts';
import { startDatabase } from '../../database/start-database.ts';
import { addFirstCountries } from './first-countries.ts';

test('The first countries come to a database that is older than their table, and are not put back later', async () => {
  const { db, close } = await startDatabase({ stateFolder: '', databaseUrl: 'memory' }, () => undefined);
  const start = () => db.transaction(addFirstCountries);
  await db.delete(countries);
  await start();
  expect(await db.$count(countries)).toBe(41);
  await db.delete(countries).where(eq(countries.code, 'de'));
  await start();
  expect(await db.$count(countries)).toBe(40);
  await close();
});
