import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Frame } from '@portal/contract/frame';
import type { DevelopmentBuild, DevelopmentEvent } from '@portal/federation/development';
import { Builds } from './builds.ts';

interface PartListener {
  onBuild(build: DevelopmentBuild): void;
  onErrors(errors: string): void;
  onFrame(frame: Frame): void;
}

function builtEvent({ manifest, hash }: DevelopmentBuild): DevelopmentEvent {
  const { name, styles, files } = manifest;
  return {
    kind: 'built',
    part: name,
    hash,
    styles: styles.map((file) => ({ url: `/assets/${name}/${file}`, integrity: files[file]?.integrity ?? '' })),
  };
}

function send(page: ServerResponse, event: DevelopmentEvent): void {
  page.write(`data: ${JSON.stringify(event)}\n\n`);
}

/** Receives the results of the builds, and reports them to the terminal and, as server-sent events, to open pages. */
export class DevelopmentPortal {
  readonly builds = new Builds();
  readonly #print: (line: string) => void;
  readonly #pages = new Set<ServerResponse>();
  readonly #broken = new Map<string, string>();
  readonly #results = new Map<string, PromiseWithResolvers<void>>();

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** Sends the latest results to a page, and then every further one. */
  readonly listen = (request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    for (const event of this.#latestEvents()) send(response, event);
    this.#pages.add(response);
    request.on('close', () => this.#pages.delete(response));
  };

  endEvents(): void {
    for (const page of this.#pages) page.end();
  }

  /** Resolves when each of the parts has been built once or its first build has failed. */
  async firstResults(parts: readonly string[]): Promise<void> {
    await Promise.all(parts.map((part) => this.#getResult(part).promise));
  }

  listenerFor(part: string): PartListener {
    return {
      onBuild: (build) => this.#onBuild(part, build),
      onErrors: (errors) => this.#onErrors(part, errors),
      onFrame: (frame) => this.#onFrame(frame),
    };
  }

  #send(event: DevelopmentEvent): void {
    for (const page of this.#pages) send(page, event);
  }

  #getResult(part: string): PromiseWithResolvers<void> {
    const known = this.#results.get(part) ?? Promise.withResolvers<void>();
    this.#results.set(part, known);
    return known;
  }

  #onBuild(part: string, build: DevelopmentBuild): void {
    const before = this.builds.latest(part);
    this.builds.take(build);
    this.#getResult(part).resolve();
    if (this.#broken.delete(part) || before) this.#print(`↻ ${part}`);
    this.#send(builtEvent(build));
    // The page contains the declaration (routes, texts), so updated code is not enough.
    if (!isDeepStrictEqual(before?.manifest.declaration, build.manifest.declaration)) this.#send({ kind: 'reload' });
  }

  #onErrors(part: string, errors: string): void {
    this.#broken.set(part, errors);
    this.#getResult(part).resolve();
    this.#print(`✗ ${part} does not build; what was built before stays.\n${errors.trimEnd()}`);
    this.#send({ kind: 'broken', part, errors });
  }

  #onFrame(frame: Frame): void {
    const before = this.builds.frame;
    this.builds.takeFrame(frame);
    // Other changes of the frame need no reload: the shell has replaced its markup, and the style sheet contains its
    // styles.
    if (before && before.script !== frame.script) this.#send({ kind: 'reload' });
  }

  *#latestEvents(): Generator<DevelopmentEvent> {
    for (const part of this.#results.keys()) {
      const build = this.builds.latest(part);
      if (build) yield builtEvent(build);
      const errors = this.#broken.get(part);
      if (errors !== undefined) yield { kind: 'broken', part, errors };
    }
  }
}
