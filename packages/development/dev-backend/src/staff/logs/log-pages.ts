import type { LogsQuerySchema } from '@portal/staff-api/wire';
import { and, asc, desc, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import { Refusal } from '../../refusal.ts';
import type { Database } from '../../database/open-database.ts';
import { logs } from '../../database/schema.ts';
import { matches } from './log-filter.ts';
import type { LogFilter } from './log-filter.ts';

/** A place in the order of logs: when one was created, in microseconds, as exact as the database, and its id. */
interface Place {
  readonly at: string;
  readonly id: string;
}

/** On which side of a place to look. */
type Side = 'newer' | 'older';

const PLACE = /^(?<at>\d{1,16})\.(?<id>\d{1,15})$/;
const AT = sql<string>`(extract(epoch from ${logs.createdAt}) * 1000000)::bigint::text`;

const toCursor = ({ at, id }: Place) => Buffer.from(`${at}.${id}`).toString('base64url');

/** @throws {Refusal} */
function getPlace(cursor: string): Place {
  const { at, id } = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.groups ?? {};
  if (at === undefined || id === undefined || toCursor({ at, id }) !== cursor) throw new Refusal(400, 'INVALID_CURSOR');
  return { at, id };
}

const getTime = ({ at }: Place) => sql`(timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond')`;

/** Rows on one side of a place, the nearest first; without a place, from the newest on. */
function rowsFrom(db: Database, filter: LogFilter, side: Side, place: Place | undefined, most: number) {
  const order = side === 'older' ? desc : asc;
  const comparison = sql.raw(side === 'older' ? '<' : '>');
  const isBeyond = place && sql`(${logs.createdAt}, ${logs.id}) ${comparison} (${getTime(place)}, ${place.id}::bigint)`;
  return db
    .select({ log: logs, at: AT })
    .from(logs)
    .where(and(matches(filter), isBeyond))
    .orderBy(order(logs.createdAt), order(logs.id))
    .limit(most);
}

type Row = Awaited<ReturnType<typeof rowsFrom>>[number];

const placeOfRow = ({ log, at }: Row): Place => ({ at, id: String(log.id) });

/** A log as it is sent. */
const sent = ({ log }: Row) => ({ ...log, id: String(log.id), createdAt: log.createdAt.toISOString() });

/**
 * A page of logs, the newest first, and the cursors of the pages beside it. @throws {Refusal} for a cursor that is
 * none.
 */
export async function logPage(db: Database, query: v.InferOutput<typeof LogsQuerySchema>) {
  const { size, after, before, ...filter } = query;
  const total = await db.$count(logs, matches(filter));
  /** The place, if there is a log beyond it. */
  const open = async (side: Side, place: Place | undefined) =>
    place && (await rowsFrom(db, filter, side, place, 1)).length > 0 ? toCursor(place) : null;

  if (before !== undefined) {
    const found = await rowsFrom(db, filter, 'newer', getPlace(before), size + 1);
    const rows = found.slice(0, size).toReversed();
    const [first, last] = [rows[0], rows.at(-1)];
    // With fewer, it is the first page, which is answered in full.
    if (found.length > size && first && last)
      return {
        logs: rows.map(sent),
        total,
        previous: toCursor(placeOfRow(first)),
        next: await open('older', placeOfRow(last)),
      };
  }
  const place = before === undefined && after !== undefined ? getPlace(after) : undefined;
  const found = await rowsFrom(db, filter, 'older', place, size + 1);
  const rows = found.slice(0, size);
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    logs: rows.map(sent),
    total,
    previous: place ? await open('newer', first ? placeOfRow(first) : place) : null,
    next: found.length > size && last ? toCursor(placeOfRow(last)) : null,
  };
}
