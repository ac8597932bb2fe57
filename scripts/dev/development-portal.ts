import { isDeepStrictEqual } from 'node:util';
import type { DevelopmentBuild, DevelopmentEvent } from '@portal/federation/development';
import type { LiveRelease } from '@portal/web-server/development';
import { Builds } from './builds.ts';
import { Channel } from './channel.ts';

type Frame = LiveRelease['frame'];

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

/** Takes the results of the builds, and tells the terminal and the open pages. */
export class Workshop {
  readonly builds = new Builds();
  readonly channel: Channel;
  readonly #print: (line: string) => void;
  readonly #broken = new Map<string, string>();
  readonly #results = new Map<string, PromiseWithResolvers<void>>();

  constructor(print: (line: string) => void) {
    this.#print = print;
    this.channel = new Channel(() => this.#state());
  }

  /** Resolves when each of the parts has been built once, or has failed to. */
  async firstResults(parts: readonly string[]): Promise<void> {
    await Promise.all(parts.map((part) => this.#resultOf(part).promise));
  }

  listenerFor(part: string): PartListener {
    return {
      onBuild: (build) => this.#onBuild(part, build),
      onErrors: (errors) => this.#onErrors(part, errors),
      onFrame: (frame) => this.#onFrame(frame),
    };
  }

  #resultOf(part: string): PromiseWithResolvers<void> {
    const known = this.#results.get(part) ?? Promise.withResolvers<void>();
    this.#results.set(part, known);
    return known;
  }

  #onBuild(part: string, build: DevelopmentBuild): void {
    const before = this.builds.latest(part);
    this.builds.take(build);
    this.#resultOf(part).resolve();
    if (this.#broken.delete(part) || before) this.#print(`↻ ${part}`);
    this.channel.tell(builtEvent(build));
    // What the page says of the part (its routes, its texts) is not the part's code.
    if (!isDeepStrictEqual(before?.manifest.declaration, build.manifest.declaration))
      this.channel.tell({ kind: 'reload' });
  }

  #onErrors(part: string, errors: string): void {
    this.#broken.set(part, errors);
    this.#resultOf(part).resolve();
    this.#print(`✗ ${part} does not build; what was built before stays.\n${errors.trimEnd()}`);
    this.channel.tell({ kind: 'broken', part, errors });
  }

  #onFrame(frame: Frame): void {
    const before = this.builds.frame;
    this.builds.takeFrame(frame);
    // The shell has replaced the frame's markup, and its style sheet holds the frame's styles.
    if (before && before.script !== frame.script) this.channel.tell({ kind: 'reload' });
  }

  *#state(): Generator<DevelopmentEvent> {
    for (const part of this.#results.keys()) {
      const build = this.builds.latest(part);
      if (build) yield builtEvent(build);
      const errors = this.#broken.get(part);
      if (errors !== undefined) yield { kind: 'broken', part, errors };
    }
  }
}
