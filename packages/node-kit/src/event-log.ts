import { isIP } from 'node:net';

/**
 * What happened, who did it, and why it was refused. Contains no secrets: no cookies, tokens, queries or form fields.
 */
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
interface Sender {
  /** The address that a trusted proxy saw, else the connection's; undefined once that is broken. */
  readonly ip: string | undefined;
}

/** An event, and where it comes from. */
type SentEvent<Event extends LogEvent> = Event & { readonly from: string };

/**
 * An address for the log. A sender that is in a trusted network can write any text there, and in the zone of an address
 * in any case.
 */
function shown(ip = ''): string {
  const [address = ''] = ip.split('%', 1);
  return isIP(address) === 0 ? 'unknown' : address;
}

/** Gives events to a log, with the addresses of whoever caused them. */
export class EventLog<Event extends LogEvent> {
  readonly #write: (event: SentEvent<Event>) => void;

  constructor(write: (event: SentEvent<Event>) => void) {
    this.#write = write;
  }

  record({ ip }: Sender, event: Event): void {
    this.#write({ ...event, from: shown(ip) });
  }
}
