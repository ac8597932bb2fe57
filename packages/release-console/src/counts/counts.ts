/** One line of Prometheus's text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_pair, character: string) => (character === 'n' ? '\n' : character));
}

function numberOf(text: string): number {
  return text === '+Inf' ? Infinity : Number(text);
}

/** The samples in a text of Prometheus's format 0.0.4; what is no sample is passed over. */
function parseSamples(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value = ''] = LINE.exec(line.trim()) ?? [];
    const number = numberOf(value);
    if (name === undefined || Number.isNaN(number)) return [];
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', given = '']) => [label, unescaped(given)] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: number }];
  });
}

/** What pages have reported of one version since the web server started. */
export interface VersionCounts {
  readonly part: string;
  readonly version: string;
  readonly loads: number;
  readonly failures: number;
  /** Failures by their kind, those that happened. */
  readonly kinds: readonly { readonly failure: string; readonly count: number }[];
  /** Mean time of a load in milliseconds; undefined before the first. */
  readonly meanMs: number | undefined;
  /** 95 of 100 loads took at most so long, in milliseconds; undefined before the first, and where it was longer than can be told. */
  readonly mostMs: number | undefined;
}

/** What the web server says of itself and of the parts. */
export interface Counts {
  /** Number of the release that it serves; undefined where it does not say. */
  readonly served: number | undefined;
  /** Whether files of that release are missing or damaged. */
  readonly damaged: boolean;
  readonly versions: readonly VersionCounts[];
}

/** Share of the tries from which on a part fails more often than it should. */
export const FAILURE_BUDGET = 0.01;

/** What was counted of one version of a part. */
export function countsFor(counts: Counts | undefined, part: string, version: string): VersionCounts | undefined {
  return counts?.versions.find((entry) => entry.part === part && entry.version === version);
}

/** Tries and failures together: what a rate is of. */
export function triesOf({ loads, failures }: VersionCounts): number {
  return loads + failures;
}

/** Share of the tries that failed, 0 to 1; undefined before the first. */
export function failureRate(counts: VersionCounts): number | undefined {
  const tries = triesOf(counts);
  return tries === 0 ? undefined : counts.failures / tries;
}

const sum = (samples: readonly Sample[]): number => samples.reduce((total, { value }) => total + value, 0);

function countsOf(part: string, version: string, samples: readonly Sample[]): VersionCounts {
  const named = (name: string) => samples.filter((sample) => sample.name === name);
  const loads = sum(named('portal_part_load_seconds_count'));
  const failed = named('portal_part_failures_total');
  const kept = named('portal_part_load_seconds_bucket')
    .map(({ labels, value }) => ({ limit: Number(labels['le'] === '+Inf' ? Infinity : labels['le']), value }))
    .sort((a, b) => a.limit - b.limit)
    .find(({ value }) => loads > 0 && value >= loads * 0.95);
  return {
    part,
    version,
    loads,
    failures: sum(failed),
    kinds: failed
      .filter(({ value }) => value > 0)
      .map(({ labels, value }) => ({ failure: labels['failure'] ?? 'unknown', count: value })),
    meanMs: loads === 0 ? undefined : (sum(named('portal_part_load_seconds_sum')) / loads) * 1000,
    mostMs: kept && Number.isFinite(kept.limit) ? kept.limit * 1000 : undefined,
  };
}

/** Reads the web server's counts from their text. */
export function parseCounts(text: string): Counts {
  const samples = parseSamples(text);
  const valueOf = (name: string) => samples.find((sample) => sample.name === name)?.value;
  const ofVersions = samples.filter(({ name, labels }) =>
    /^portal_part_(failures_total|load_seconds_)/.test(name) ? 'part' in labels && 'version' in labels : false,
  );
  const groups = Map.groupBy(ofVersions, ({ labels }) => `${String(labels['part'])}@${String(labels['version'])}`);
  return {
    served: valueOf('portal_release_number'),
    damaged: valueOf('portal_release_damaged') === 1,
    versions: [...groups.values()].map((group) =>
      countsOf(group[0]?.labels['part'] ?? '', group[0]?.labels['version'] ?? '', group),
    ),
  };
}

/** A board that waits for counts is worse than one without. In milliseconds. */
const PATIENCE_MS = 1500;
/** A web server counts a few hundred versions; whatever is longer is none of ours. */
const LONGEST_TEXT = 4_000_000;

/** The counts, or why there are none. */
export type CountsResult = { readonly counts: Counts } | { readonly counts: undefined; readonly problem: string };

/** Asks the web server for its counts. Never throws: the console does its work without them. */
export async function readCounts(url: string | undefined): Promise<CountsResult> {
  if (url === undefined) return { counts: undefined, problem: 'METRICS_URL is not set' };
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'error' });
    if (!answer.ok) return { counts: undefined, problem: `${url} answers ${String(answer.status)}` };
    const text = await answer.text();
    if (text.length > LONGEST_TEXT) return { counts: undefined, problem: `${url} answers far too much` };
    return { counts: parseCounts(text) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { counts: undefined, problem: `${url} does not answer (${reason})` };
  }
}
