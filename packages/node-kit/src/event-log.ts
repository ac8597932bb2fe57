import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** What happened, who did it, and why it was refused. Contains no secrets: no cookies, tokens, queries or form fields. */
export interface LogEvent {
  /** Such as "signed-in". */
  readonly event: string;
  /** Who did it, as far as known: a person's id at the identity provider, never an address of mail. */
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

/** How many addresses of proxies are in a line. */
const MOST_FORWARDED = 10;

/** An event, and where it comes from. */
export type SentEvent<Event extends LogEvent> = Event & { readonly from: string; readonly forwardedFor?: string };

/** Gives events to a log, with the addresses of whoever caused them. */
export class EventLog<Event extends LogEvent> {
  readonly #write: (event: SentEvent<Event>) => void;

  constructor(write: (event: SentEvent<Event>) => void) {
    this.#write = write;
  }

  record({ ip, headers }: Sender, event: Event): void {
    const forwarded = headers['x-forwarded-for'];
    // Whoever sends the request can write this; it is of use behind a proxy. Only addresses: anything may be in it.
    const addresses = typeof forwarded === 'string' ? forwarded.split(',').map((each) => each.trim()) : [];
    const forwardedFor = addresses.filter((each) => isIP(each) !== 0).slice(-MOST_FORWARDED);
    this.#write({
      ...event,
      from: ip,
      ...(forwardedFor.length > 0 && { forwardedFor: forwardedFor.join(', ') }),
    });
  }
}
