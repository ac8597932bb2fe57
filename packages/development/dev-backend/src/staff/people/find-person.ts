import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { MOST_FOUND, SearchRequestSchema, SearchResponseSchema } from '@portal/staff-api/search';
import type { Search } from '@portal/staff-api/search';
import { and, asc, desc, eq, like, or, sql } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { callerIn } from '../../api/caller.ts';
import type { Account } from '../../database/accounts.ts';
import type { Transaction } from '../../database/add-person.ts';
import { firstNameFirst, lastNameFirst } from '../../database/search-indexes.ts';
import { accounts, hubHolders } from '../../database/schema.ts';
import { writeEntries } from '../journal/write-entries.ts';
import { requires } from '../requires.ts';
import type { Services } from '../../services.ts';

interface Found {
  readonly account: Account;
  readonly hub: Pick<typeof hubHolders.$inferSelect, 'serial' | 'partNumber' | 'role'> | null;
}

async function findAccounts(transaction: Transaction, condition: SQL | undefined): Promise<readonly Found[]> {
  const rows = await transaction
    .select()
    .from(accounts)
    .where(condition)
    .orderBy(asc(accounts.lastName), asc(accounts.firstName), asc(accounts.id))
    .limit(MOST_FOUND + 1);
  return rows.map((account) => ({ account, hub: null }));
}

async function findHolders(
  transaction: Transaction,
  { serial, partNumber }: Extract<Search, { by: 'hub' }>,
): Promise<readonly Found[]> {
  const isPart = partNumber === undefined ? undefined : eq(hubHolders.partNumber, partNumber);
  return transaction
    .select({ account: accounts, hub: hubHolders })
    .from(hubHolders)
    .innerJoin(accounts, eq(accounts.id, hubHolders.accountId))
    .where(and(eq(hubHolders.serial, serial), isPart))
    .orderBy(asc(hubHolders.partNumber), desc(hubHolders.role), asc(accounts.id))
    .limit(MOST_FOUND + 1);
}

/** One more than are shown; owners before guests. Each condition has its index. */
async function find(transaction: Transaction, search: Search): Promise<readonly Found[]> {
  const text = sql`lower(${search.text})`;
  if (search.by === 'email') return findAccounts(transaction, eq(sql`lower(${accounts.email})`, text));
  const hasId = or(
    eq(accounts.id, search.text),
    eq(accounts.identityId, search.text),
    eq(sql`lower(${accounts.obcId})`, text),
  );
  const byId = await findAccounts(transaction, hasId);
  if (byId.length > 0) return byId;
  if (search.by === 'hub') return findHolders(transaction, search);
  const begin = sql`lower(${`${search.text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`})`;
  return findAccounts(transaction, or(like(firstNameFirst(accounts), begin), like(lastNameFirst(accounts), begin)));
}

/** "o***@example.com": enough to recognise an address that somebody says. */
const mask = (email: string) => email.replace(/^(.).*(?=@)/u, '$1***');

const toPerson = ({ account: { id, firstName, lastName, email }, hub }: Found) => ({
  id,
  name: [firstName, lastName].filter(Boolean).join(' '),
  email: mask(email),
  hub: hub && { serial: hub.serial, partNumber: hub.partNumber, role: hub.role },
});

const route = requires('find a person', {
  summary: 'Who has this address, id, hub or name; a POST, because addresses are logged',
  body: SearchRequestSchema,
  response: { 200: SearchResponseSchema },
});

/** `POST staff/people/search`. Of one person it tells only the id, so that who learns more has opened the account. */
export function findPerson(staff: ApiScope, { db, searches, lookups }: Services): void {
  staff.post('/staff/people/search', route, async (request) =>
    db.transaction(async (transaction) => {
      const caller = await callerIn(transaction, request);
      searches.count(caller.id);
      const found = await find(transaction, request.body.text);
      const ids = [...new Set(found.map(({ account }) => account.id))];
      const shown = ids.length > 1 ? found.slice(0, MOST_FOUND) : [];
      const shownIds = new Set(shown.map(({ account }) => account.id));
      if (shown.length > 0)
        await writeEntries(
          transaction,
          caller,
          [...shownIds].map((on) => ({ action: 'found', on })),
        );
      const [search, lookup] = [searches.left(caller.id), lookups.left(caller.id)];
      return {
        data: {
          id: ids.length === 1 ? (ids[0] ?? null) : null,
          people: shown.map(toPerson),
          more: found.length > MOST_FOUND,
          left: search.count <= lookup.count ? search : lookup,
        },
      };
    }),
  );
}
