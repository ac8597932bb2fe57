import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** For tests: where an S3 server is, as the environment that opens a store on it. */
export interface S3Server {
  readonly environment: Readonly<Record<string, string>>;
  readonly bucket: string;
  stop(): Promise<void>;
}

interface Bucket {
  readonly objects: Map<string, Stored>;
  /** As Ceph does, it then overwrites objects whatever the condition. */
  readonly hasVersions: boolean;
}

interface Stored {
  readonly bytes: Buffer;
  readonly metadata: Readonly<Record<string, string>>;
}

const BUCKET = 'portal-tests';
const KEY_ID = 'test-key';
const SKEW_MS = 15 * 60_000;

/** Refuses a request with one of S3's codes. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
  }
}

function checkSigned({ headers }: IncomingMessage, body: Buffer): void {
  const header = (name: string) => String(headers[name]);
  if (!header('authorization').startsWith(`AWS4-HMAC-SHA256 Credential=${KEY_ID}/`))
    throw new Refusal(403, 'InvalidAccessKeyId');
  const date = header('x-amz-date').replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  if (Math.abs(performance.timeOrigin + performance.now() - Date.parse(date)) > SKEW_MS)
    throw new Refusal(403, 'RequestTimeTooSkewed');
  if (header('x-amz-content-sha256') !== createHash('sha256').update(body).digest('hex'))
    throw new Refusal(400, 'XAmzContentSHA256Mismatch');
}

/** A page of a list, as ListObjectsV2 gives it; a token is the last key of the page before. */
function listPage(objects: ReadonlyMap<string, Stored>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const all = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = all.slice(0, Number(query.get('max-keys') ?? 1000));
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  const isTruncated = page.length < all.length;
  const token = isTruncated ? `<NextContinuationToken>${page.at(-1) ?? ''}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><KeyCount>${String(page.length)}</KeyCount><IsTruncated>${String(isTruncated)}</IsTruncated>${token}${contents}</ListBucketResult>`;
}

const getMetadata = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (name.startsWith('x-amz-meta-') ? [[name, String(value)]] : [])),
  );

/**
 * For tests: the part of S3 that a store needs, in memory: buckets, GET, HEAD, PUT with If-None-Match, DELETE and
 * ListObjectsV2. Signatures are Ceph's to check.
 */
export async function startS3Server(): Promise<S3Server> {
  const buckets = new Map<string, Bucket>([[BUCKET, { objects: new Map(), hasVersions: false }]]);

  const answer = (request: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    checkSigned(request, body);
    const url = new URL(request.url ?? '', 'http://s3');
    const [, name = '', ...path] = url.pathname.split('/');
    const key = path.join('/');
    if (request.method === 'PUT' && key === '') {
      buckets.set(name, { objects: new Map(), hasVersions: url.searchParams.has('versioning') });
      response.end();
      return;
    }
    const bucket = buckets.get(name);
    if (!bucket) throw new Refusal(404, 'NoSuchBucket');
    const { objects, hasVersions } = bucket;
    if (key === '') {
      response.end(listPage(objects, url.searchParams));
      return;
    }
    const found = objects.get(key);
    if (request.method === 'PUT') {
      if (request.headers['content-length'] === undefined) throw new Refusal(411, 'MissingContentLength');
      if (found && !hasVersions && request.headers['if-none-match'] === '*')
        throw new Refusal(412, 'PreconditionFailed');
      objects.set(key, { bytes: body, metadata: getMetadata(request) });
      response.end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else {
      if (!found) throw new Refusal(404, 'NoSuchKey');
      if (request.headers.range === 'bytes=0-0') {
        if (found.bytes.length === 0) throw new Refusal(416, 'InvalidRange');
        response.writeHead(206, found.metadata).end(found.bytes.subarray(0, 1));
        return;
      }
      response.writeHead(200, found.metadata).end(request.method === 'GET' ? found.bytes : undefined);
    }
  };

  const server = createServer((request, response) => {
    (async () => {
      const body = Buffer.concat(await request.toArray());
      try {
        answer(request, body, response);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const document = `<Error><Code>${error.message}</Code></Error>`;
        response.writeHead(error.status).end(request.method === 'HEAD' ? undefined : document);
      }
    })().catch(() => {
      // The client went away in the middle of a body.
      response.destroy();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      S3_ENDPOINT: `http://127.0.0.1:${String(port)}`,
      AWS_ACCESS_KEY_ID: KEY_ID,
      AWS_SECRET_ACCESS_KEY: 'test-secret',
    },
    bucket: BUCKET,
    async stop() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
