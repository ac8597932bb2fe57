import { version as versionSchema } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import type { Html } from '@portal/node-kit/html';
import { readHistory } from '@portal/release/operations/read-history';
import { readStatus } from '@portal/release/operations/read-status';
import type { Store } from '@portal/release/store';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as v from 'valibot';
import type { BackendOf } from '../backend/backend.ts';
import type { ErrorExplainer } from '../errors/error-explainer.ts';
import { errorsToShow } from '../errors/error-explainer.ts';
import { dayBefore } from '../figures/figures.ts';
import { PageRefusal, sendPage } from '../pages/layout.ts';
import { doneMessage, unchangedMessage, yankedMessage } from '../requests/messages.ts';
import { ACTIONS } from '../requests/read-request.ts';
import type { BoardView } from '../requests/request-routes.ts';
import type { SessionCheck } from '../sign-in/sessions.ts';
import { boardPage } from './board-page.ts';
import { historyPage } from './history-page.ts';

/** Releases per page of the history. */
const HISTORY_PAGE = 50;

interface BoardOptions {
  readonly getBackend: BackendOf;
  readonly sessionCheck: SessionCheck;
  readonly explainer: ErrorExplainer;
  readonly now: () => number;
}

const NumberSchema = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));
/** "mfe-hubs@1.2.0". */
const partVersion = v.pipe(
  v.string(),
  v.transform((text) => text.split('@')),
  v.strictTuple([partName, versionSchema]),
);
const BoardQuerySchema = v.object({
  action: v.optional(v.picklist(ACTIONS)),
  part: v.optional(partName),
  version: v.optional(versionSchema),
  done: v.optional(NumberSchema),
  servers: v.optional(NumberSchema),
  after: v.optional(NumberSchema),
  unchanged: v.optional(NumberSchema),
  yanked: v.optional(partVersion),
});
const HistoryQuerySchema = v.object({ before: v.optional(NumberSchema) });

function parseQuery<const Schema extends v.GenericSchema>(schema: Schema, query: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, query);
  if (parsed.success) return parsed.output;
  throw new PageRefusal(400, 'There is no such page', 'Open the board instead.');
}

/** Answers with the current board. */
export async function sendBoard(
  { getBackend, explainer, now }: BoardOptions,
  reply: FastifyReply,
  view: BoardView,
): Promise<FastifyReply> {
  const { store, watch, service } = getBackend(view.viewer);
  const [status, history, watched, approvals, identity] = await Promise.all([
    readStatus(store),
    readHistory(store),
    watch(),
    service?.approvals() ?? [],
    service?.identity(),
  ]);
  const inUse = new Set(
    status.parts.flatMap(({ name, live, canary }) =>
      [live, canary].flatMap((current) => (current ? [`${name}@${current.version}`] : [])),
    ),
  );
  const shown = errorsToShow(watched.errors, (part, version) => inUse.has(`${part}@${version}`), dayBefore(now()));
  const errors = await explainer.explain(store, shown);
  return sendPage(reply, boardPage({ ...view, now: now(), status, history, watched, errors, approvals, identity }));
}

/** Reports what a request has done. */
async function outcomeMessage(
  store: Store,
  { done, servers, after, unchanged, yanked }: v.InferOutput<typeof BoardQuerySchema>,
): Promise<Html | undefined> {
  const served = servers === undefined || after === undefined ? undefined : { servers, after };
  if (done !== undefined) return doneMessage(store, done, served);
  if (yanked) return yankedMessage(store, ...yanked);
  return unchanged === undefined ? undefined : unchangedMessage(unchanged);
}

/** The board and the history. Read-only. */
export function boardRoutes(app: FastifyInstance, options: BoardOptions): void {
  const { getBackend, sessionCheck } = options;
  app.get('/', async (request, reply) => {
    const viewer = sessionCheck.requireSession(request);
    const query = parseQuery(BoardQuerySchema, request.query);
    const { action, part, version } = query;
    const form =
      action && part !== undefined
        ? { fields: { action, part, ...(version === undefined ? {} : { version }) }, errors: {} }
        : undefined;
    return sendBoard(options, reply, { viewer, form, message: await outcomeMessage(getBackend(viewer).store, query) });
  });
  app.get('/history', async (request, reply) => {
    const viewer = sessionCheck.requireSession(request);
    const { before } = parseQuery(HistoryQuerySchema, request.query);
    const entries = await readHistory(getBackend(viewer).store);
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
