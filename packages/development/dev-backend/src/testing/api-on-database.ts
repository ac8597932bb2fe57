import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { apiRoutes } from '../api-routes.ts';
import type { Database } from '../database/open-database.ts';
import { startDatabase } from '../start-database.ts';
import { loadKeys } from '../keys.ts';
import type { Mailbox } from '../mail/mailbox.ts';
import { getSettings } from '../options.ts';
import { createServices } from '../services.ts';
import { DATABASES } from './databases.ts';
import type { DatabaseKind } from './databases.ts';
import { PORTAL } from './demo-backend.ts';
import { signAccessToken } from './sign-access-token.ts';

const METHODS = ['GET', 'POST', 'DELETE'] as const;

/** The API on a database that the test reaches, too. */
export interface ApiOnDatabase {
  readonly db: Database;
  readonly mailbox: Mailbox;
  /** Calls the API (`POST staff/people/search`) as the demo person. @returns the answer's status. */
  call(who: string, call: string, body?: object): Promise<number>;
  close(): Promise<void>;
}

/** Starts the API without identity provider; undefined where there is no server for this kind of database. */
export async function startApiOn(kind: DatabaseKind): Promise<ApiOnDatabase | undefined> {
  const place = await DATABASES[kind]?.();
  if (!place) return undefined;
  const stateFolder = await mkdtemp(join(tmpdir(), 'dev-backend-'));
  const log = () => undefined;
  const database = await startDatabase({ databaseUrl: place.databaseUrl, stateFolder }, log);
  const { db } = database;
  const keys = await loadKeys(stateFolder);
  const settings = getSettings({ port: 0, stateFolder, portalOrigins: [PORTAL], record: log }, 4997, log);
  const services = createServices({ db, keys, settings, stateFolder, now: Date.now });
  const { mailbox, outbox } = services;
  const app = Fastify();
  await app.register(apiRoutes, { ...services, prefix: '/api' });
  return {
    db,
    mailbox,
    async call(who, call, body) {
      const token = await signAccessToken(keys, settings.url, { sub: `identity-${who}` });
      const method = METHODS.find((name) => call.startsWith(`${name} `)) ?? 'GET';
      const path = call.slice(method.length + 1);
      const headers = { authorization: `Bearer ${token}` };
      const payload = body === undefined ? {} : { payload: body };
      const { statusCode } = await app.inject({ method, url: `/api/${path}`, headers, ...payload });
      await outbox.settled();
      return statusCode;
    },
    async close() {
      await app.close();
      await database.close();
      await rm(stateFolder, { recursive: true });
      await place.drop();
    },
  };
}
