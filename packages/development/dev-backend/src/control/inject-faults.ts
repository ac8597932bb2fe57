import { TokensRequestSchema } from '@portal/api/wire';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest, FastifyInstance, FastifyReply } from 'fastify';
import { decodeJwt } from 'jose';
import * as v from 'valibot';
import { hasNul } from '../database/nul.ts';
import type { Database } from '../database/open-database.ts';
import { identityRecords } from '../database/schema.ts';
import { isCarriedOut } from './faults.ts';
import type { Fault, Faults } from './faults.ts';

/** The identity in a call's access token, which need not be valid. */
function subjectOfBearer({ headers }: FastifyRequest): string | undefined {
  try {
    return decodeJwt(String(headers.authorization?.split(' ')[1])).sub;
  } catch {
    return undefined; // no token, or none that can be read
  }
}

/** The identity that the refresh token in a body belongs to. */
async function subjectOfRefresh(db: Database, body: unknown): Promise<string | undefined> {
  const request = v.safeParse(TokensRequestSchema, body);
  if (!request.success || hasNul(request.output.refreshToken)) return undefined;
  const isToken = and(eq(identityRecords.model, 'RefreshToken'), eq(identityRecords.id, request.output.refreshToken));
  const [record] = await db.select({ payload: identityRecords.payload }).from(identityRecords).where(isToken);
  return record?.payload.accountId;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const FIRST_ERROR = 400;

/** The path of a call below the API. */
const toPath = ({ url }: FastifyRequest) => url.replace(/^\/api\/|\?.*$/g, '');

/** Only the body of a refresh identifies the caller. */
const isRefresh = (request: FastifyRequest) =>
  request.method === 'POST' && /^user\/getTokens\/?$/.test(toPath(request));

function dropConnection(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}

/** The answer of a call that is not carried out. */
function standIn({ status = 200, body }: Fault, reply: FastifyReply): FastifyReply {
  const answer = status < FIRST_ERROR ? '{"data":{}}' : '{"errors":[{"error":"INJECTED_FAULT"}]}';
  return reply
    .code(status)
    .type(JSON_TYPE)
    .send(typeof body === 'object' ? body.text : answer);
}

const HTML = '<!doctype html><html lang="en"><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1></html>';
const EXTRA_FIELDS = [
  ['unexpected', { nested: ['<b>field</b>', null, 1e308] }],
  ['__proto__', { isAdmin: true, data: { roles: ['developer'] }, toString: 'poisoned' }],
] as const;

/** Adds fields to every object in a document, `__proto__` among them, as JSON may have it. */
const withExtraFields = (text: string): string =>
  JSON.stringify(
    JSON.parse(text, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries([...Object.entries(value), ...EXTRA_FIELDS])
        : value,
    ),
  );

/** Body and media type that result from a fault and `payload`; the status is set already. */
function distort({ body }: Fault, payload: unknown): readonly [payload: unknown, contentType: string] {
  if (typeof body === 'object') return [body.text, body.contentType ?? JSON_TYPE];
  if (body === 'html') return [HTML, 'text/html; charset=utf-8'];
  return [body === 'extra-fields' && typeof payload === 'string' ? withExtraFields(payload) : payload, JSON_TYPE];
}

/** Injects the faults into the API's calls. Call it after CORS is set up, so that the portal can read the answers. */
export function injectFaults(app: FastifyInstance, faults: Faults, db: Database): void {
  const met = new WeakMap<FastifyRequest, Fault>();

  async function applyFaults(
    request: FastifyRequest,
    reply: FastifyReply,
    subject: string | undefined,
  ): Promise<unknown> {
    const fault = faults.take(request.method, toPath(request), subject);
    if (!fault) return undefined;
    met.set(request, fault);
    if (isCarriedOut(fault)) return undefined;
    if (!fault.drop) return standIn(fault, reply);
    dropConnection(request, reply);
    return reply;
  }

  app.addHook('onRequest', async (request, reply) => {
    if (isRefresh(request) || !faults.awaits(request.method, toPath(request))) return undefined;
    return applyFaults(request, reply, subjectOfBearer(request));
  });
  app.addHook('preValidation', async (request, reply) => {
    if (!isRefresh(request) || !faults.awaits(request.method, toPath(request))) return undefined;
    return applyFaults(request, reply, await subjectOfRefresh(db, request.body));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = met.get(request);
    if (!fault) return payload;
    if (fault.drop) {
      dropConnection(request, reply);
      return payload;
    }
    if (fault.status !== undefined) reply.code(fault.status);
    if (fault.body === undefined) return payload;
    const [distorted, contentType] = distort(fault, payload);
    reply.type(contentType).removeHeader('content-length');
    return distorted;
  });
}
