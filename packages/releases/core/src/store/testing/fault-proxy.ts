import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Server } from './s3-server.ts';

interface Answer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** One request on its way to the server, and its answer on the way back. */
interface Exchange {
  readonly method: string;
  /** Sends the request on, and waits for the whole answer. */
  forward(): Promise<Answer>;
  /** Sends half of the request's body on, then ends the connection. */
  forwardHalf(): Promise<void>;
  reply(answer: Answer): void;
  /** Gives a byte now and then, without end. */
  trickle(): void;
  /** Gives half of the answer's body, then ends the connection. */
  replyHalf(answer: Answer): void;
  hangUp(): void;
}

type Fault = (exchange: Exchange) => Promise<void> | void;

const XML = { 'content-type': 'application/xml' };

/** An answer of S3 that is not a success. */
const error = (status: number, code: string): Answer => ({
  status,
  headers: XML,
  body: Buffer.from(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>made up</Message></Error>`),
});

const refuse =
  (status: number, code: string): Fault =>
  ({ reply }) => {
    reply(error(status, code));
  };

/** The answer with another body, whose length is right. */
const withBody = (answer: Answer, body: string | Buffer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'content-length': Buffer.byteLength(body) },
  body: Buffer.from(body),
});

const changeBody =
  (change: (body: string) => string): Fault =>
  async ({ forward, reply }) => {
    const answer = await forward();
    reply(withBody(answer, change(answer.body.toString())));
  };

let flips = 0;

/** For tests: what can happen between a driver and its server. */
const FAULTS = {
  'all is well': async ({ forward, reply }) => {
    reply(await forward());
  },
  'the answer is lost': async ({ forward, hangUp }) => {
    await forward();
    hangUp();
  },
  'the request is lost': ({ hangUp }) => {
    hangUp();
  },
  'the connection ends in the middle of a request': async ({ forwardHalf, hangUp }) => {
    await forwardHalf();
    hangUp();
  },
  'the connection ends in the middle of an answer': async ({ forward, replyHalf }) => {
    replyHalf(await forward());
  },
  'the server says nothing': async ({ forward }) => {
    await forward();
  },
  'the answer trickles': ({ trickle }) => {
    trickle();
  },
  'the server answers 500 after success': async ({ forward, reply }) => {
    await forward();
    reply(error(500, 'InternalError'));
  },
  'the server answers 500': refuse(500, 'InternalError'),
  'the server answers 409': refuse(409, 'ConditionalRequestConflict'),
  'the server is overloaded': refuse(503, 'SlowDown'),
  'a proxy answers for the server': ({ reply }) => {
    reply({ status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Bad gateway') });
  },
  'the clocks differ': refuse(403, 'RequestTimeTooSkewed'),
  'it is not allowed': refuse(403, 'AccessDenied'),
  'the bytes are wrong, others each time': async ({ forward, reply }) => {
    const answer = await forward();
    flips += 1;
    const body = Buffer.from(answer.body);
    body[flips % body.length] = (body[flips % body.length] ?? 0) ^ 255;
    reply(withBody(answer, body));
  },
  'the bytes are wrong, always the same': changeBody((body) => `?${body.slice(1)}`),
  'the metadata are dropped': async ({ forward, reply }) => {
    const answer = await forward();
    const kept = Object.entries(answer.headers).filter(([name]) => !name.startsWith('x-amz-meta-'));
    reply({ ...answer, headers: Object.fromEntries(kept) });
  },
  'a list is cut off': changeBody((body) => body.slice(0, -10)),
  'a list has no next page': changeBody((body) =>
    body
      .replace(/<NextContinuationToken>.*<\/NextContinuationToken>/, '')
      .replace('<IsTruncated>false', '<IsTruncated>true'),
  ),
  'a list has fewer keys than it says': changeBody((body) => body.replace(/<Contents>.*?<\/Contents>/, '')),
  'a page is given instead of a list': ({ reply }) => {
    reply({ status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Please sign in</h1>') });
  },
} as const satisfies Readonly<Record<string, Fault>>;
export type FaultName = keyof typeof FAULTS;

/** Which requests a fault meets. */
interface FaultRange {
  readonly method?: string | undefined;
  /** How many requests pass before the first one fails. */
  readonly after?: number;
  /** How many fail; all, unless given. */
  readonly times?: number;
}

/** For tests: stands between a driver and its server, and does to requests what networks and servers do. */
export class FaultProxy {
  readonly #server = createServer((request, response) => {
    this.#handle(request, response).catch(() => response.destroy());
  });
  readonly #target: URL;
  #fault: { readonly interrupts: Fault; readonly range: FaultRange } | undefined;
  #seen = 0;
  /** Environment that opens the store through this proxy. */
  environment: Readonly<Record<string, string>>;
  /** Requests since the last fault was set. */
  requests: string[] = [];

  private constructor(server: S3Server) {
    this.#target = new URL(server.environment['S3_ENDPOINT'] ?? '');
    this.environment = server.environment;
  }

  static async start(server: S3Server): Promise<FaultProxy> {
    const proxy = new FaultProxy(server);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    const { port } = proxy.#server.address() as AddressInfo;
    proxy.environment = { ...server.environment, S3_ENDPOINT: `http://127.0.0.1:${String(port)}` };
    return proxy;
  }

  set(name: FaultName, range: FaultRange = {}): void {
    this.#fault = { interrupts: FAULTS[name], range };
    this.#seen = 0;
    this.requests = [];
  }

  clear(): void {
    this.#fault = undefined;
    this.requests = [];
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #faultFor(method: string): Fault | undefined {
    if (!this.#fault) return undefined;
    const { interrupts, range } = this.#fault;
    const { after = 0, times = Infinity } = range;
    if (range.method !== undefined && range.method !== method) return undefined;
    this.#seen += 1;
    return this.#seen > after && this.#seen <= after + times ? interrupts : undefined;
  }

  #send({ url: path, method, headers }: IncomingMessage) {
    const { hostname: host, port } = this.#target;
    return httpRequest({ host, port, path, method, headers, agent: false });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    this.requests.push(`${method} ${url}`);
    const body = Buffer.concat(await request.toArray());
    const exchange: Exchange = {
      method,
      forward: async () => {
        const sent = this.#send(request).end(body);
        const [answer] = (await once(sent, 'response')) as [IncomingMessage];
        const bytes = Buffer.concat(await answer.toArray());
        const { 'transfer-encoding': _, connection: __, ...headers } = answer.headers;
        return { status: answer.statusCode ?? 0, headers, body: bytes };
      },
      forwardHalf: async () => {
        const sent = this.#send(request);
        sent.on('error', () => {});
        await new Promise((resolve) => {
          sent.write(body.subarray(0, body.length / 2), resolve);
        });
        sent.destroy();
      },
      reply: (answer) => {
        response.writeHead(answer.status, answer.headers);
        response.end(method === 'HEAD' ? undefined : answer.body);
      },
      replyHalf: (answer) => {
        const { length } = answer.body;
        response.writeHead(answer.status, { ...answer.headers, 'content-length': Math.max(length, 2) });
        response.write(answer.body.subarray(0, length / 2), () => response.destroy());
      },
      trickle: () => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('.'), 20);
        response.on('close', () => {
          clearInterval(timer);
        });
      },
      hangUp: () => response.destroy(),
    };
    const fault = this.#faultFor(method);
    if (fault) await fault(exchange);
    else exchange.reply(await exchange.forward());
  }
}
