import { setTimeout as pause } from 'node:timers/promises';
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
import { malform } from './malformed.ts';
import type { WireResponse } from './malformed.ts';

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
const pathOf = ({ url }: FastifyRequest) => url.replace(/^\/api\/|\?.*$/g, '');

/** Only the body of a refresh identifies the caller. */
const isRefresh = (request: FastifyRequest) =>
  request.method === 'POST' && /^user\/getTokens\/?$/.test(pathOf(request));

function dropConnection(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  request.raw.socket.destroy();
}

/** Also ends, without an error, when the caller disconnects. */
async function wait(milliseconds: number, { raw }: FastifyRequest): Promise<void> {
  const gone = new AbortController();
  const leave = () => gone.abort();
  raw.socket.once('close', leave);
  await pause(milliseconds, undefined, { signal: gone.signal }).catch(() => undefined);
  raw.socket.off('close', leave);
}

/** The answer of a call that is not carried out. */
function standIn({ status = 200, body }: Fault, reply: FastifyReply): FastifyReply {
  const answer = status < FIRST_ERROR ? '{"data":{}}' : '{"errors":[{"error":"INJECTED_FAULT"}]}';
  return reply
    .code(status)
    .type(JSON_TYPE)
    .send(typeof body === 'object' ? body.text : answer);
}

/** The answer that results from a fault and `payload`. */
function distort({ body, status }: Fault, payload: unknown): Partial<WireResponse> {
  const forced = status === undefined ? {} : { status };
  if (body === undefined) return forced;
  if (typeof body === 'object') return { payload: body.text, contentType: body.contentType ?? JSON_TYPE, ...forced };
  return { ...malform(body, typeof payload === 'string' && payload !== '' ? payload : '{"data":{}}'), ...forced };
}

/** Injects the faults into the API's calls. Call it after CORS is set up, so that the portal can read the answers. */
export function injectFaults(app: FastifyInstance, faults: Faults, db: Database): void {
  const met = new WeakMap<FastifyRequest, Fault>();

  async function meet(request: FastifyRequest, reply: FastifyReply, subject: string | undefined): Promise<unknown> {
    const fault = faults.take(request.method, pathOf(request), subject);
    if (!fault) return undefined;
    met.set(request, fault);
    if (fault.delayMs !== undefined) await wait(fault.delayMs, request);
    if (isCarriedOut(fault)) return undefined;
    if (!fault.drop) return standIn(fault, reply);
    dropConnection(request, reply);
    return reply;
  }

  app.addHook('onRequest', async (request, reply) => {
    if (isRefresh(request) || !faults.awaits(request.method, pathOf(request))) return undefined;
    return meet(request, reply, subjectOfBearer(request));
  });
  app.addHook('preValidation', async (request, reply) => {
    if (!isRefresh(request) || !faults.awaits(request.method, pathOf(request))) return undefined;
    return meet(request, reply, await subjectOfRefresh(db, request.body));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const fault = met.get(request);
    if (!fault) return payload;
    if (fault.drop) {
      dropConnection(request, reply);
      return payload;
    }
    const answer = distort(fault, payload);
    if (answer.status !== undefined) reply.code(answer.status);
    if (answer.contentType !== undefined) reply.type(answer.contentType);
    if (answer.payload === undefined) return payload;
    reply.removeHeader('content-length');
    return answer.payload;
  });
}
