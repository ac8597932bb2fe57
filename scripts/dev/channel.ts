import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DevelopmentEvent } from '@portal/federation/development';

/** Tells open pages what happens, as server-sent events. */
export class Channel {
  readonly #known: () => Iterable<DevelopmentEvent>;
  readonly #pages = new Set<ServerResponse>();

  /** `known` is what a page is told when it comes. */
  constructor(known: () => Iterable<DevelopmentEvent>) {
    this.#known = known;
  }

  readonly listen = (request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    for (const event of this.#known()) write(response, event);
    this.#pages.add(response);
    request.on('close', () => this.#pages.delete(response));
  };

  tell(event: DevelopmentEvent): void {
    for (const page of this.#pages) write(page, event);
  }

  close(): void {
    for (const page of this.#pages) page.end();
  }
}

function write(response: ServerResponse, event: DevelopmentEvent): void {
  response.write(`data: ${JSON.stringify(event)}\n\n`);
}
