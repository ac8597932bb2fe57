import { Readable } from 'node:stream';
import { fileName } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import type { ApiScope } from '@portal/node-kit/fastify-valibot';
import { wrongName } from '@portal/release/operations/dist-folder';
import { checkOfferedFields, publishOffer } from '@portal/release/operations/publish-offer';
import { storeFile } from '@portal/release/operations/publish-version';
import { refusal, refuseIfAny, RefusedError } from '@portal/release/refusal';
import {
  MissingSchema,
  OfferSchema,
  PublicationSchema,
  sourceMapsName,
  StoredSchema,
} from '@portal/release/service-api/publications';
import type { FileRecord, LocalFile } from '@portal/release/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { getCaller } from '../access/authenticate.ts';
import { ServiceProblem } from '../problem.ts';
import type { RouteOptions } from './route-options.ts';
import { Offers } from '../publications/offers.ts';
import type { Pace } from '../publications/receive.ts';
import { Receiver } from '../publications/receive.ts';
import type { UploadFolder } from '../publications/upload-folder.ts';

interface PublicationRouteOptions extends RouteOptions {
  readonly uploads: UploadFolder;
  /** How slowly files may come. */
  readonly pace?: Pace | undefined;
}

/** More than the limit of a manifest (packages/releases/core/src/policy/limits.ts), because of the provenance. */
const OFFER_BYTES = 1024 * 1024;
/** The media type of files. */
const BYTES = 'application/octet-stream';

const FileSchema = v.strictObject({ part: partName, file: v.pipe(v.string(), v.maxLength(200), fileName) });
const SourceMapsSchema = v.strictObject({ part: partName, name: sourceMapsName });

/** Names the identity that offers something. */
function identifySender(request: FastifyRequest): string {
  const { issuer, subject } = getCaller(request).identity;
  return JSON.stringify([issuer, subject]);
}

/** The bytes of an upload. @throws {ServiceProblem} if there are none. */
function toBody({ body }: FastifyRequest): Readable {
  if (body instanceof Readable) return body;
  throw new ServiceProblem(400, 'usage', `The body must be the bytes of the file, as ${BYTES}.`);
}

/** A name with the hash of other bytes. @throws {RefusedError} */
function checkName(file: string, sha256: string): void {
  const problem = wrongName(file, sha256);
  const sides = [file, 'its bytes'];
  if (problem !== undefined) refuseIfAny([refusal('file-name', sides, problem)]);
}

function notOffered(what: string): RefusedError {
  return new RefusedError([
    refusal(
      'files-differ',
      [what, 'the offered manifests'],
      `${what} is in no manifest that you offered within the last hour.`,
      'Publish the build again.',
    ),
  ]);
}

/** The offer of a build. */
function offerRoute(app: ApiScope, { storeFor, events }: PublicationRouteOptions, offers: Offers): void {
  app.post(
    '/publications',
    {
      bodyLimit: OFFER_BYTES,
      preValidation: async ({ body }) => {
        checkOfferedFields(body);
      },
      schema: {
        summary: 'Offers a build. 202 says which files the store lacks; send them, then offer it again.',
        body: OfferSchema,
        response: { 200: PublicationSchema, 202: MissingSchema },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const { manifest } = body;
      const caller = getCaller(request);
      caller.require('publish', [manifest.name]);
      const answer = await publishOffer(storeFor(request, caller.actor()), body);
      if ('result' in answer) {
        const what = `${manifest.name} ${manifest.version}`;
        const event = answer.result === 'published' ? 'published' : 'unchanged';
        events.record(request, { event, who: caller.logged, what });
        return reply.code(200).send(answer);
      }
      offers.remember(identifySender(request), manifest);
      return reply.code(202).send({ missing: answer });
    },
  );
}

/** The uploads of files that an offer named. */
function uploadRoutes(app: ApiScope, { storeFor, pace, uploads }: PublicationRouteOptions, offers: Offers): void {
  const receiver = new Receiver(uploads, pace);
  /** Answers an upload of what the records list with the outcome of `store`. */
  const receive = async <Of extends FileRecord>(
    request: FastifyRequest,
    reply: FastifyReply,
    { what, records }: { readonly what: string; readonly records: readonly Of[] },
    store: (file: LocalFile, record: Of) => Promise<'created' | 'exists'>,
  ) => {
    if (records.length === 0) throw notOffered(what);
    // After a refusal nobody reads what still comes.
    void reply.header('connection', 'close');
    const upload = {
      who: identifySender(request),
      body: toBody(request),
      what,
      records,
      announced: request.headers['content-length'],
    };
    const stored = await receiver.receive(upload, store);
    void reply.removeHeader('connection');
    return { stored };
  };
  // Handlers read the bytes themselves.
  app.addContentTypeParser(
    BYTES,
    (_request: FastifyRequest, body: Readable, done: (error: null, body: Readable) => void) => {
      done(null, body);
    },
  );

  app.put(
    '/parts/:part/files/:file',
    {
      schema: {
        summary: 'A file of an offered build, as application/octet-stream.',
        consumes: [BYTES],
        params: FileSchema,
        response: { 200: StoredSchema },
      },
    },
    async (request, reply) => {
      const { part: name, file } = request.params;
      const caller = getCaller(request);
      caller.require('publish', [name]);
      const records = offers.files(identifySender(request), name, file);
      return receive(request, reply, { what: file, records }, (received) => {
        checkName(file, received.sha256);
        return storeFile(storeFor(request, caller.actor()), name, file, received);
      });
    },
  );

  app.put(
    '/parts/:part/source-maps/:name',
    {
      schema: {
        summary: 'The archive of the source maps of an offered build, as application/octet-stream.',
        consumes: [BYTES],
        params: SourceMapsSchema,
        response: { 200: StoredSchema },
      },
    },
    async (request, reply) => {
      const { part: name, name: archive } = request.params;
      const caller = getCaller(request);
      caller.require('publish', [name]);
      const records = offers.sourceMaps(identifySender(request), name, archive);
      return receive(request, reply, { what: archive, records }, (received, { version }) =>
        storeFor(request, caller.actor()).createSourceMaps(name, version, received),
      );
    },
  );
}

/**
 * Publications: a build is offered, then the files that the store lacks are sent, then it is offered again. Nobody
 * finds a version before all of its files are there.
 */
export async function publicationRoutes(app: ApiScope, options: PublicationRouteOptions): Promise<void> {
  const offers = new Offers(options.now);
  offerRoute(app, options, offers);
  uploadRoutes(app, options, offers);
}
