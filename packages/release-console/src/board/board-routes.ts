import { partName } from '@portal/contract/declaration';
import { readHistory } from '@portal/release/operations/read-history';
import { readStatus } from '@portal/release/operations/read-status';
import type { Store } from '@portal/release/store';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { CountsRecorder } from '../counts/recorder.ts';
import { PageRefusal, sendPage } from '../pages/layout.ts';
import { doneMessage, unchangedMessage } from '../requests/messages.ts';
import { ACTIONS } from '../requests/read-request.ts';
import type { BoardView } from '../requests/request-routes.ts';
import type { SessionGuard } from '../sign-in/sessions.ts';
import { boardPage } from './board-page.ts';
import { historyPage } from './history-page.ts';

/** Releases per page of the history. */
const HISTORY_PAGE = 50;

export interface BoardOptions {
  readonly store: Store;
  readonly guard: SessionGuard;
  readonly recorder: CountsRecorder;
  readonly now: () => number;
}

const NumberSchema = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
const BoardQuerySchema = v.object({
  action: v.optional(v.picklist(ACTIONS)),
  part: v.optional(partName),
  done: v.optional(NumberSchema),
  unchanged: v.optional(NumberSchema),
});
const HistoryQuerySchema = v.object({ before: v.optional(NumberSchema) });

function parseQuery<const Schema extends v.GenericSchema>(schema: Schema, query: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, query);
  if (parsed.success) return parsed.output;
  throw new PageRefusal(400, 'There is no such page', 'Open the board instead.');
}

/** Answers with the current board. */
export async function sendBoard(
  { store, recorder, now }: BoardOptions,
  reply: FastifyReply,
  view: BoardView,
): Promise<FastifyReply> {
  const [status, history, counts] = await Promise.all([readStatus(store), readHistory(store), recorder.poll()]);
  const lastDayOf = (part: string) => recorder.lastDayOf(part);
  return sendPage(reply, boardPage({ ...view, now: now(), status, history, counts, lastDayOf }));
}

/** The board and the history. Read-only. */
export function boardRoutes(app: FastifyInstance, options: BoardOptions): void {
  const { store, guard } = options;
  app.get('/', async (request, reply) => {
    const viewer = guard.requireSession(request);
    const { action, part, done, unchanged } = parseQuery(BoardQuerySchema, request.query);
    const form = action && part !== undefined ? { fields: { action, part }, errors: {} } : undefined;
    const message =
      done === undefined ? unchanged !== undefined && unchangedMessage(unchanged) : await doneMessage(store, done);
    return sendBoard(options, reply, { viewer, form, message: message || undefined });
  });
  app.get('/history', async (request, reply) => {
    const viewer = guard.requireSession(request);
    const { before } = parseQuery(HistoryQuerySchema, request.query);
    const entries = await readHistory(store);
    const older = before === undefined ? entries : entries.filter(({ number }) => number < before);
    const page = historyPage({
      viewer,
      entries: older.slice(0, HISTORY_PAGE),
      live: entries.find(({ state }) => state === 'intact')?.number,
      hasMore: older.length > HISTORY_PAGE,
    });
    return sendPage(reply, page);
  });
}
