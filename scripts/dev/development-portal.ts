import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Frame } from '@portal/contract/frame';
import type { DevelopmentBuild, DevelopmentEvent, PageError, Problem } from '@portal/federation/development';
import { thrownProblem } from '@portal/federation/development';
import { Builds } from './builds.ts';
import { pageProblem } from './page-errors.ts';
import { Problems } from './problems.ts';

interface PartListener {
  onBuild(build: DevelopmentBuild): void;
  onFailure(problems: readonly Problem[]): void;
  onFrame(frame: Frame): void;
  onFrameFailure(problem: Problem): void;
}

interface PortalOptions {
  /** Folder of the repository. */
  readonly root: string;
  readonly print: (line: string) => void;
  /** Called when the sources have changed, to look for further problems. */
  readonly onChange: () => void;
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

function builtEvent({ manifest, hash }: DevelopmentBuild): DevelopmentEvent {
  const { name, styles, files, declaration } = manifest;
  const { texts, ...others } = declaration;
  return {
    kind: 'built',
    part: name,
    hash,
    styles: styles.map((file) => ({ url: `/assets/${name}/${file}`, integrity: files[file]?.integrity ?? '' })),
    texts,
    declaration: digest(JSON.stringify(others)),
  };
}

const scriptEvent = ({ script }: Frame): DevelopmentEvent => ({ kind: 'script', hash: digest(script) });

function send(page: ServerResponse, event: DevelopmentEvent): void {
  page.write(`data: ${JSON.stringify(event)}\n\n`);
}

/** Receives the results of the builds, and reports them to the terminal and, as server-sent events, to open pages. */
export class DevelopmentPortal {
  readonly builds = new Builds();
  readonly #options: PortalOptions;
  readonly #problems: Problems;
  readonly #pages = new Set<ServerResponse>();
  readonly #results = new Map<string, PromiseWithResolvers<void>>();
  #hasStarted = false;

  constructor(options: PortalOptions) {
    this.#options = options;
    this.#problems = new Problems(options.root, options.print);
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

  /** Resolves when each of the parts has been built once or its first build has failed, and they have been released. */
  async firstResults(parts: readonly string[]): Promise<void> {
    await Promise.all(parts.map((part) => this.#getResult(part).promise));
    this.#hasStarted = true;
    await this.#release();
  }

  listenerFor(part: string): PartListener {
    return {
      onBuild: (build) => this.#onBuild(part, build),
      onFailure: (problems) => {
        this.#getResult(part).resolve();
        this.setProblems(part, problems);
      },
      onFrame: (frame) => this.#onFrame(frame),
      onFrameFailure: (problem) => this.setProblems('frame', [problem]),
    };
  }

  /** Replaces the problems that `finder` found before. */
  setProblems(finder: string, problems: readonly Problem[]): void {
    if (this.#problems.set(finder, problems)) this.#send(this.#problemsEvent());
  }

  /** The problems that there are now. */
  problems(): readonly Problem[] {
    return this.#problems.all();
  }

  /** Prints an error of a page. @returns it with its place in the sources. */
  reportError(error: PageError): Problem {
    return this.#problems.report(pageProblem(this.#options.root, this.builds, error));
  }

  #problemsEvent(): DevelopmentEvent {
    return { kind: 'problems', problems: [...this.problems()] };
  }

  #send(event: DevelopmentEvent): void {
    for (const page of this.#pages) send(page, event);
  }

  #getResult(part: string): PromiseWithResolvers<void> {
    const known = this.#results.get(part) ?? Promise.withResolvers<void>();
    this.#results.set(part, known);
    return known;
  }

  /** Releases the latest builds. If they cannot be, pages are served of those before. */
  async #release(): Promise<void> {
    if (!this.#hasStarted) return;
    this.#options.onChange();
    const refused = await this.builds.publish();
    const title = 'The builds cannot be released; a page that loads gets those before';
    this.setProblems('release', refused ? [thrownProblem(title, refused)] : []);
  }

  #onBuild(part: string, build: DevelopmentBuild): void {
    const before = this.builds.latest(part);
    this.builds.take(build);
    this.#getResult(part).resolve();
    if (this.#hasStarted) this.#options.print(`${before ? '↻' : '+'} ${part}`);
    this.#problems.forgetReports();
    this.#send(builtEvent(build));
    this.setProblems(part, build.warnings);
    void this.#release();
  }

  #onFrame(frame: Frame): void {
    this.builds.takeFrame(frame);
    this.setProblems('frame', []);
    // Open pages need no more of it: the shell has replaced its markup, and the style sheet contains its styles.
    this.#send(scriptEvent(frame));
    void this.#release();
  }

  *#latestEvents(): Generator<DevelopmentEvent> {
    for (const part of this.#results.keys()) {
      const build = this.builds.latest(part);
      if (build) yield builtEvent(build);
    }
    if (this.builds.frame) yield scriptEvent(this.builds.frame);
    yield this.#problemsEvent();
  }
}
