import type { FastifyRequest } from 'fastify';

/** What happened, who did it, and why it was refused. Contains no secrets: no cookies, tokens, queries or form fields. */
export interface ConsoleEvent {
  readonly event:
    | 'signed-in'
    | 'sign-in-refused'
    | 'signed-out'
    | 'released'
    | 'unchanged'
    | 'release-refused'
    | 'request-refused';
  /** E-mail address of the signed-in person, as far as known. */
  readonly who?: string | undefined;
  /** Such as "promote mfe-hubs 1.1.0". */
  readonly what?: string | undefined;
  /** The broken rules, or the title of the answer. */
  readonly why?: string | undefined;
  /** Number of the release that is live afterwards. */
  readonly release?: number | undefined;
}

/** The longest address list of proxies in a line. */
const MAX_FORWARDED = 200;

/** Writes each event as one line of JSON. */
export class EventLog {
  readonly #write: (line: string) => void;
  readonly #now: () => number;

  constructor(write: (line: string) => void, now: () => number) {
    this.#write = write;
    this.#now = now;
  }

  record({ ip, headers }: FastifyRequest, event: ConsoleEvent): void {
    const forwarded = headers['x-forwarded-for'];
    const line = {
      at: new Date(this.#now()).toISOString(),
      ...event,
      from: ip,
      // Whoever sends the request can write this; it is of use behind a proxy.
      ...(typeof forwarded === 'string' ? { forwardedFor: forwarded.slice(0, MAX_FORWARDED) } : {}),
    };
    this.#write(JSON.stringify(line));
  }
}
