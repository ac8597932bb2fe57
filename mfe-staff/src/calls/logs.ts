import { CallError, send } from '@portal/api';
import { DoneResponseSchema, DownloadResponseSchema, LogsResponseSchema } from '@portal/staff-api/wire';
import type { LOG_TYPES } from '@portal/staff-api/wire';
import { getQuery } from './query.ts';
import { orRefusal, readRefusal, refusalIn } from './refusal.ts';

/** What wrote a log. */
export type LogType = 'app' | 'hub' | 'rearLight' | 'server';

type WireType = (typeof LOG_TYPES)[number];

const WIRE_TYPES: Readonly<Record<LogType, WireType>> = {
  app: 'APP',
  hub: 'HUB',
  rearLight: 'REARLIGHT',
  server: 'BACKEND',
};
const PLAIN_TYPES: Readonly<Record<WireType, LogType>> = {
  APP: 'app',
  HUB: 'hub',
  REARLIGHT: 'rearLight',
  BACKEND: 'server',
};

export interface Log {
  readonly id: string;
  readonly type: LogType;
  /** User or device. */
  readonly identifier: string;
  readonly platform: string;
  readonly fileName: string;
  readonly sizeKb: number;
  readonly createdAt: Date;
}

/** Which logs. Days such as "2026-11-26", of UTC; both ends belong to it. */
export interface LogFilter {
  readonly type?: LogType | undefined;
  /** Id of an account, or serial of a device. */
  readonly identifier?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly minKb?: number | undefined;
  readonly maxKb?: number | undefined;
}

export interface LogsQuery extends LogFilter {
  /** How many. */
  readonly size: number;
  /** A page's `next`: the logs that are older than that page. */
  readonly after?: string | undefined;
  /** A page's `previous`: the logs that are newer than that page. */
  readonly before?: string | undefined;
}

/** The newest first; undefined `previous` and `next` where no more logs are. */
export interface LogsPage {
  readonly logs: readonly Log[];
  /** How many the filter finds, on all pages. */
  readonly total: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

const BAD_REQUEST = 400;

/** A filter on the wire. */
function toWire<Filter extends LogFilter>(filter: Filter) {
  return { ...filter, type: filter.type && WIRE_TYPES[filter.type] };
}

/** The first page if the API does not know the place. @throws {CallError} */
export async function getLogs(query: LogsQuery): Promise<LogsPage> {
  const path = `staff/logs?${getQuery({ ...toWire(query) })}`;
  try {
    const call = { method: 'GET', path, operation: 'GET staff/logs' } as const;
    const { data } = await send(call, LogsResponseSchema);
    const logs = data.logs.map((log) => ({ ...log, type: PLAIN_TYPES[log.type] }));
    return { logs, total: data.total, previous: data.previous ?? undefined, next: data.next ?? undefined };
  } catch (error) {
    const { after, before, ...first } = query;
    const hasPlace = after !== undefined || before !== undefined;
    if (!hasPlace || !(error instanceof CallError) || error.status !== BAD_REQUEST) throw error;
    return await getLogs(first);
  }
}

/** Deletes these logs. Resolves with how many there are if it is not `count` any more. @throws {CallError} */
export async function deleteLogs(deletion: {
  readonly filter: LogFilter;
  readonly count: number;
  readonly reason: string;
}): Promise<'deleted' | number> {
  // It names everything, so that nothing that is forgotten means all logs.
  const {
    type = null,
    identifier = null,
    from = null,
    to = null,
    minKb = null,
    maxKb = null,
  } = toWire(deletion.filter);
  const body = { ...deletion, filter: { type, identifier, from, to, minKb, maxKb } };
  try {
    await send({ method: 'POST', path: 'staff/logs/delete', body }, DoneResponseSchema);
    return 'deleted';
  } catch (error) {
    if (refusalIn(error, ['COUNT_HAS_CHANGED']) === undefined || !(error instanceof CallError)) throw error;
    return Number(error.codes[0]?.detail);
  }
}

/** The log has been deleted meanwhile. */
const GONE = ['LOG_NOT_FOUND'] as const;

/** Deletes a log, if it is still there. @throws {CallError} */
export async function deleteLog(id: string, reason: string): Promise<void> {
  const path = `staff/logs/${encodeURIComponent(id)}/delete`;
  await readRefusal(send({ method: 'POST', path, body: { reason } }, DoneResponseSchema), GONE);
}

/**
 * An address of a log's file, which works once and has no token; undefined if the log has been deleted.
 * @throws {CallError}
 */
export async function getLogAddress(id: string): Promise<string | undefined> {
  const path = `staff/logs/${encodeURIComponent(id)}/download`;
  const answer = await orRefusal(send({ method: 'POST', path, unattended: true }, DownloadResponseSchema), GONE);
  return typeof answer === 'string' ? undefined : answer.data.url;
}
