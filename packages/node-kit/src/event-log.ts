import type { IncomingHttpHeaders } from 'node:http';

/** What happened, who did it, and why it was refused. Contains no secrets: no cookies, tokens, queries or form fields. */
export interface LogEvent {
  /** Such as "signed-in". */
  readonly event: string;
  /** Who did it, as far as known. */
  readonly who?: string | undefined;
  /** What was asked for. */
  readonly what?: string | undefined;
  /** Why it was refused. */
  readonly why?: string | undefined;
}

/** Who sent a request; a request of Fastify is one. */
export interface Sender {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
}

/** The longest address list of proxies in a line. */
const MAX_FORWARDED = 200;

/** Writes each event as one line of JSON. */
export class EventLog<Event extends LogEvent> {
  readonly #write: (line: string) => void;
  readonly #now: () => number;

  /** `now`: milliseconds since the epoch. */
  constructor(write: (line: string) => void, now: () => number) {
    this.#write = write;
    this.#now = now;
  }

  record({ ip, headers }: Sender, event: Event): void {
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
