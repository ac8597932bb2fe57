import { TokensRequestSchema } from '@portal/api/wire';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { decodeJwt, errors } from 'jose';
import * as v from 'valibot';
import { hasNul } from '../database/nul.ts';
import type { Database } from '../database/open-database.ts';
import { identityRecords } from '../database/schema.ts';

/** The identity that a call's access token names, be the token good or not. */
export function subjectOfBearer({ headers }: FastifyRequest): string | undefined {
  const [, token] = headers.authorization?.split(' ') ?? [];
  if (token === undefined) return undefined;
  try {
    return decodeJwt(token).sub;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** The identity that the refresh token in a body belongs to. */
export async function subjectOfRefresh(db: Database, body: unknown): Promise<string | undefined> {
  const request = v.safeParse(TokensRequestSchema, body);
  if (!request.success || hasNul(request.output.refreshToken)) return undefined;
  const isToken = and(eq(identityRecords.model, 'RefreshToken'), eq(identityRecords.id, request.output.refreshToken));
  const [record] = await db.select({ payload: identityRecords.payload }).from(identityRecords).where(isToken);
  return record?.payload.accountId;
}
