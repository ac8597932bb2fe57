import { version } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import { readVersionDiff } from '@portal/release/operations/read-version-diff';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { BackendOf } from '../backend/backend.ts';
import { PageRefusal, sendPage } from '../pages/layout.ts';
import type { SessionCheck } from '../sign-in/sessions.ts';
import { comparePage } from './compare-page.ts';

const QuerySchema = v.object({ part: partName, from: version, to: version });

const noSuchPage = () => new PageRefusal(404, 'There is no such page', 'Open the board instead.');

/** What changed between two versions. Read-only. */
export function compareRoutes(
  app: FastifyInstance,
  { getBackend, sessionCheck }: { readonly getBackend: BackendOf; readonly sessionCheck: SessionCheck },
): void {
  app.get('/compare', async (request, reply) => {
    const viewer = sessionCheck.requireSession(request);
    const query = v.safeParse(QuerySchema, request.query);
    if (!query.success) throw noSuchPage();
    const { part, from, to } = query.output;
    const { store } = getBackend(viewer);
    for (const each of [from, to]) if (!(await store.wasPublished(part, each))) throw noSuchPage();
    return sendPage(reply, comparePage(viewer, await readVersionDiff(store, part, from, to)));
  });
}
