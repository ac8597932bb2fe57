import { DoneResponseSchema } from '@portal/api/wire';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { FirmwareResponseSchema, PIECE_BYTES, UploadRequestSchema, UploadResponseSchema } from '@portal/staff-api/wire';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { Refusal } from '../../refusal.ts';
import { requires } from '../requires.ts';
import { keptFirmwareRoutes } from './kept-firmware-routes.ts';
import type { Services } from '../../services.ts';

type Done = (error: null, body: Buffer) => void;

/** The media type of pieces. */
const BYTES = 'application/octet-stream';

const UploadPathSchema = v.object({ id: v.pipe(v.string(), v.uuid('must be the id of an upload')) });
const PiecePathSchema = v.object({
  ...UploadPathSchema.entries,
  offset: v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'must be a number of bytes'), v.transform(Number)),
});

/** `staff/firmware…`: the list, and uploads in pieces. */
export async function firmwareRoutes(app: ApiScope, api: Services): Promise<void> {
  const { uploads } = api;
  // One byte more than a piece may have, so that what is too long is refused as such.
  const parsing = { parseAs: 'buffer', bodyLimit: PIECE_BYTES + 1 } as const;
  app.addContentTypeParser(BYTES, parsing, (_request: FastifyRequest, body: Buffer, done: Done) => done(null, body));

  keptFirmwareRoutes(app, api);

  app.post(
    '/staff/firmware/uploads',
    requires('upload firmware', {
      summary: 'Begin an upload, or take up that of the same file',
      body: UploadRequestSchema,
      response: { 200: UploadResponseSchema },
    }),
    async (request) => ({ data: await uploads.begin(request, request.body) }),
  );

  app.put(
    '/staff/firmware/uploads/:id/:offset',
    requires('upload firmware', {
      summary: 'The next piece of an upload',
      params: PiecePathSchema,
      body: { content: { [BYTES]: { schema: v.unknown() } } },
      response: { 200: UploadResponseSchema },
    }),
    async (request) => {
      const { id, offset } = request.params;
      const { body: piece } = request;
      if (!Buffer.isBuffer(piece) || piece.length === 0 || piece.length > PIECE_BYTES)
        throw new Refusal(400, 'wrong_piece');
      return { data: await uploads.receive(request, id, { offset, piece }) };
    },
  );

  app.post(
    '/staff/firmware/uploads/:id/complete',
    requires('upload firmware', {
      summary: 'Check what was uploaded, and add it to the firmware',
      params: UploadPathSchema,
      response: { 200: FirmwareResponseSchema },
    }),
    async (request) => ({ data: await uploads.complete(request, request.params.id) }),
  );

  app.delete(
    '/staff/firmware/uploads/:id',
    requires('upload firmware', {
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
