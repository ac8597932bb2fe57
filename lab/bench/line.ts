import { createServer, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A line as of a phone, or of a house. */
interface LineShape {
  readonly roundTripMs: number;
  readonly downBitsPerSecond: number;
  readonly upBitsPerSecond: number;
}

/** "Slow 4G". */
export const SLOW_4G: LineShape = { roundTripMs: 150, downBitsPerSecond: 1_600_000, upBitsPerSecond: 750_000 };

/** "Cable", as WebPageTest has it. */
export const CABLE: LineShape = { roundTripMs: 28, downBitsPerSecond: 5_000_000, upBitsPerSecond: 1_000_000 };

/** What fits into one packet of Ethernet. */
const SEGMENT_BYTES = 1460;
/** What is under way at most on one connection; then its sender waits. */
const WINDOW_BYTES = 64 * 1024;

/** What one connection has to send; null is its end. */
type Segment = Buffer | null;

/** One connection in one direction. */
interface Flow {
  readonly segments: Segment[];
  waiting: number;
  readonly deliver: (segment: Segment) => void;
  readonly drained: () => void;
}

interface Arrival {
  readonly at: number;
  readonly deliver: () => void;
}

/** Calls functions at their times, in the order in which they were given. */
class Arrivals {
  readonly #coming: Arrival[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  get areWaiting(): boolean {
    return this.#coming.length > 0;
  }

  add(at: number, deliver: () => void): void {
    this.#coming.push({ at, deliver });
    this.#wait();
  }

  #wait(): void {
    const [next] = this.#coming;
    if (this.#timer || !next) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        const now = performance.now();
        while ((this.#coming[0]?.at ?? Infinity) <= now) this.#coming.shift()?.deliver();
        this.#wait();
      },
      Math.max(0, next.at - performance.now()),
    );
  }
}

/**
 * One direction of the line: connections take turns, one segment each, at the line's rate; segments arrive half a round
 * trip later.
 */
class Direction {
  readonly #flows: Flow[] = [];
  readonly #arrivals = new Arrivals();
  #bytesPerMs = 0;
  #delayMs = 0;
  #busyUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  shape(bitsPerSecond: number, delayMs: number): void {
    this.#bytesPerMs = bitsPerSecond / 8000;
    this.#delayMs = delayMs;
  }

  send(flow: Flow, bytes: Segment): void {
    if (bytes === null) flow.segments.push(null);
    else {
      for (let at = 0; at < bytes.length; at += SEGMENT_BYTES)
        flow.segments.push(bytes.subarray(at, at + SEGMENT_BYTES));
      flow.waiting += bytes.length;
    }
    if (!this.#flows.includes(flow)) this.#flows.push(flow);
    this.#sendNext();
  }

  #sendNext(): void {
    if (this.#timer) return;
    const now = performance.now();
    // Timers are late by up to a millisecond; what was due meanwhile is sent at once, so that the rate is right.
    this.#busyUntil = Math.max(this.#busyUntil, now - 2);
    while (this.#busyUntil <= now) {
      const flow = this.#flows.shift();
      const segment = flow?.segments.shift();
      if (!flow || segment === undefined) return;
      const size = segment?.length ?? 0;
      this.#busyUntil += size / this.#bytesPerMs;
      this.#arrivals.add(this.#busyUntil + this.#delayMs, () => flow.deliver(segment));
      flow.waiting -= size;
      if (flow.segments.length > 0) this.#flows.push(flow);
      if (flow.waiting < WINDOW_BYTES) flow.drained();
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#sendNext();
    }, this.#busyUntil - now);
  }
}

/** Sends everything that `from` says to `to`, from `startsAt` on. */
function pipe(from: Socket, to: Socket, direction: Direction, startsAt: number): void {
  const flow: Flow = {
    segments: [],
    waiting: 0,
    deliver(segment) {
      if (to.destroyed) return;
      if (segment) to.write(segment);
      else to.end();
    },
    drained: () => from.resume(),
  };
  const early = new Arrivals();
  const send = (segment: Segment) => {
    // Timers are late: what comes meanwhile must not overtake.
    if (early.areWaiting || performance.now() < startsAt) early.add(startsAt, () => direction.send(flow, segment));
    else direction.send(flow, segment);
  };
  from.on('data', (bytes) => {
    send(bytes);
    if (flow.waiting > WINDOW_BYTES) from.pause();
  });
  from.on('end', () => send(null));
  from.on('error', () => to.destroy());
}

/**
 * A line that all servers of a visit share. It shapes connections, not requests: preflights and the beginning of a
 * connection cost what they cost on a real one, which the throttling of DevTools leaves out.
 */
export class Line {
  readonly #down = new Direction();
  readonly #up = new Direction();
  #shape: LineShape;
  readonly #servers: ReturnType<typeof createServer>[] = [];

  constructor(shape: LineShape) {
    this.#shape = shape;
    this.reshape(shape);
  }

  /** Makes it another line, while nothing is under way. */
  reshape(shape: LineShape): void {
    const delay = shape.roundTripMs / 2;
    this.#shape = shape;
    this.#down.shape(shape.downBitsPerSecond, delay);
    this.#up.shape(shape.upBitsPerSecond, delay);
  }

  /** A port at the near end of the line that leads to `target`, a port of this machine. */
  async open(port: number, target: number): Promise<number> {
    const { roundTripMs } = this.#shape;
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
      const far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
      // The browser's connection stands at once here; on a line it takes a round trip.
      pipe(near, far, this.#up, performance.now() + roundTripMs);
      pipe(far, near, this.#down, 0);
    });
    this.#servers.push(server);
    await new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', resolve);
    });
    return (server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#servers.map(
        (server) =>
          new Promise<void>((resolve) => {
            server.close(() => resolve());
          }),
      ),
    );
  }
}
