/** What a web server says of itself in its metrics: of it alone, whoever else uses the machine. */
interface ServerFigures {
  /** Processor time that the process has used, in seconds. */
  readonly cpuSeconds: number;
  /** Memory that the system has given to the process, in bytes. */
  readonly resident: number;
  readonly requests: number;
  /** How many requests were answered within a time, by that time in seconds. */
  readonly within: ReadonlyMap<number, number>;
}

/** Reads metrics in the text form of Prometheus. */
export function readFigures(metrics: string): ServerFigures {
  const values = (name: string) =>
    [...metrics.matchAll(new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)$`, 'gm'))].map(
      ([, labels = '', value = '0']) => [labels, Number(value)] as const,
    );
  const sum = (name: string) => values(name).reduce((total, [, value]) => total + value, 0);
  const within = new Map<number, number>();
  for (const [labels, value] of values('portal_http_request_seconds_bucket')) {
    const [, limit = ''] = /le="([^"]+)"/.exec(labels) ?? [];
    const seconds = limit === '+Inf' ? Infinity : Number(limit);
    within.set(seconds, (within.get(seconds) ?? 0) + value);
  }
  return {
    cpuSeconds: sum('process_cpu_seconds_total'),
    resident: sum('process_resident_memory_bytes'),
    requests: sum('portal_http_requests_total'),
    within,
  };
}

/** The shortest of the measured times within which a part of the answers came between two looks; in seconds. */
export function timeFor(part: number, before: ServerFigures, after: ServerFigures): number {
  const all = (after.within.get(Infinity) ?? 0) - (before.within.get(Infinity) ?? 0);
  const times = [...after.within.keys()].toSorted((a, b) => a - b);
  const found = times.find((time) => (after.within.get(time) ?? 0) - (before.within.get(time) ?? 0) >= all * part);
  return found ?? Infinity;
}
