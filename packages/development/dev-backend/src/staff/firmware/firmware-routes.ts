import { Readable } from 'node:stream';
import { DoneResponseSchema } from '@portal/api/wire';
import type { ApiScope } from '@portal/node-kit/api-scope';
import {
  FirmwareListResponseSchema,
  FirmwareResponseSchema,
  PIECE_BYTES,
  UploadRequestSchema,
  UploadResponseSchema,
} from '@portal/staff-api/wire';
import { asc, desc } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { Refusal } from '../../refusal.ts';
import { firmware } from '../../database/schema.ts';
import { forAct } from '../for-act.ts';
import type { Piece } from './append-piece.ts';
import type { Parts } from '../../parts.ts';

/** The media type of pieces. */
const BYTES = 'application/octet-stream';

const UploadPathSchema = v.object({ id: v.pipe(v.string(), v.uuid('must be the id of an upload')) });
const PiecePathSchema = v.object({
  ...UploadPathSchema.entries,
  offset: v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a number of bytes'), v.transform(Number)),
});

/** The piece that a request brings. @throws {Refusal} if it brings none, or one of a wrong length. */
function pieceOf({ body, headers }: FastifyRequest): Piece {
  const length = Number(headers['content-length']);
  if (!(body instanceof Readable) || !(length > 0 && length <= PIECE_BYTES)) throw new Refusal(400, 'wrong_piece');
  // A connection may fail at any time; the body is then found destroyed.
  body.on('error', () => undefined);
  return { body, length };
}

const sent = ({ uploadedAt, ...row }: typeof firmware.$inferSelect) => ({
  ...row,
  uploadedAt: uploadedAt.toISOString(),
});

/** `staff/firmware…`: the list, and uploads in pieces. */
export async function firmwareRoutes(app: ApiScope, { db, uploads }: Parts): Promise<void> {
  // Handlers read the bytes themselves.
  app.addContentTypeParser(
    BYTES,
    (_request: FastifyRequest, body: Readable, done: (error: null, body: Readable) => void) => {
      done(null, body);
    },
  );

  app.get(
    '/staff/firmware',
    forAct('list firmware', {
      summary: 'All firmware, the newest first',
      response: { 200: FirmwareListResponseSchema },
    }),
    async () => {
      const rows = await db.select().from(firmware).orderBy(desc(firmware.uploadedAt), asc(firmware.fileName));
      return { data: rows.map(sent) };
    },
  );

  app.post(
    '/staff/firmware/uploads',
    forAct('upload firmware', {
      summary: 'Begin an upload, or take up that of the same file',
      body: UploadRequestSchema,
      response: { 200: UploadResponseSchema },
    }),
    async (request) => ({ data: await uploads.begin(request, request.body) }),
  );

  app.put(
    '/staff/firmware/uploads/:id/:offset',
    forAct('upload firmware', {
      summary: 'The next piece of an upload',
      params: PiecePathSchema,
      body: { content: { [BYTES]: { schema: v.unknown() } } },
      response: { 200: UploadResponseSchema },
    }),
    async (request, reply) => {
      const { id, offset } = request.params;
      // After a refusal nobody reads what still comes.
      void reply.header('connection', 'close');
      const piece = pieceOf(request);
      const data = await uploads.receive(request, id, { ...piece, offset });
      void reply.removeHeader('connection');
      return { data };
    },
  );

  app.post(
    '/staff/firmware/uploads/:id/complete',
    forAct('upload firmware', {
      summary: 'Check what was uploaded, and add it to the firmware',
      params: UploadPathSchema,
      response: { 200: FirmwareResponseSchema },
    }),
    async (request) => ({ data: sent(await uploads.complete(request, request.params.id)) }),
  );

  app.delete(
    '/staff/firmware/uploads/:id',
    forAct('upload firmware', {
      summary: 'End an upload, and remove what has come',
      params: UploadPathSchema,
      response: { 200: DoneResponseSchema },
    }),
    async (request) => {
      await uploads.cancel(request, request.params.id);
      return { data: {} };
    },
  );
}
