/** One line of Prometheus's text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

function unescapeLabel(text: string): string {
  return text.replace(/\\(.)/g, (_pair, character: string) => (character === 'n' ? '\n' : character));
}

function numberOf(text: string): number {
  return text === '+Inf' ? Infinity : Number(text);
}

/** The samples in a text of Prometheus's format 0.0.4. Skips all other lines. */
function parseSamples(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value = ''] = LINE.exec(line.trim()) ?? [];
    const number = numberOf(value);
    if (name === undefined || Number.isNaN(number)) return [];
    const pairs = [...labels.matchAll(LABEL)].map(
      ([, label = '', escaped = '']) => [label, unescapeLabel(escaped)] as const,
    );
    return [{ name, labels: Object.fromEntries(pairs), value: number }];
  });
}

/** What pages have reported of one version since the web server started. */
export interface VersionCounts {
  readonly part: string;
  readonly version: string;
  readonly loads: number;
  readonly failures: number;
  /** Failures by kind; kinds without a failure are left out. */
  readonly kinds: readonly { readonly failure: string; readonly count: number }[];
  /** Mean load time in milliseconds; undefined before the first load. */
  readonly meanMs: number | undefined;
  /** 95 % of the loads took at most this long, in milliseconds; undefined before the first load, and above the highest bucket. */
  readonly p95Ms: number | undefined;
}

/** What the web server reports about itself and the parts. */
export interface Counts {
  /** Number of the release that it serves; undefined if not reported. */
  readonly served: number | undefined;
  /** Whether files of that release are missing or damaged. */
  readonly damaged: boolean;
  readonly versions: readonly VersionCounts[];
}

/** Highest acceptable share of failed attempts. */
export const FAILURE_BUDGET = 0.01;

export function countsFor(counts: Counts | undefined, part: string, version: string): VersionCounts | undefined {
  return counts?.versions.find((entry) => entry.part === part && entry.version === version);
}

/** Loads and failures: the total that a failure rate refers to. */
export function attemptsOf({ loads, failures }: VersionCounts): number {
  return loads + failures;
}

/** Share of attempts that failed, 0 to 1; undefined before the first attempt. */
export function failureRate(counts: VersionCounts): number | undefined {
  const attempts = attemptsOf(counts);
  return attempts === 0 ? undefined : counts.failures / attempts;
}

const sum = (samples: readonly Sample[]): number => samples.reduce((total, { value }) => total + value, 0);

function countsOf(part: string, version: string, samples: readonly Sample[]): VersionCounts {
  const named = (name: string) => samples.filter((sample) => sample.name === name);
  const loads = sum(named('portal_part_load_seconds_count'));
  const failed = named('portal_part_failures_total');
  const p95Bucket = named('portal_part_load_seconds_bucket')
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
    p95Ms: p95Bucket && Number.isFinite(p95Bucket.limit) ? p95Bucket.limit * 1000 : undefined,
  };
}

/** Parses the web server's metrics. */
export function parseCounts(text: string): Counts {
  const samples = parseSamples(text);
  const valueOf = (name: string) => samples.find((sample) => sample.name === name)?.value;
  const versionSamples = samples.filter(({ name, labels }) =>
    /^portal_part_(failures_total|load_seconds_)/.test(name) ? 'part' in labels && 'version' in labels : false,
  );
  const groups = Map.groupBy(versionSamples, ({ labels }) => `${String(labels['part'])}@${String(labels['version'])}`);
  return {
    served: valueOf('portal_release_number'),
    damaged: valueOf('portal_release_damaged') === 1,
    versions: [...groups.values()].map((group) =>
      countsOf(group[0]?.labels['part'] ?? '', group[0]?.labels['version'] ?? '', group),
    ),
  };
}

/** How long the board waits for the counts, in milliseconds; it is useful without them. */
const TIMEOUT_MS = 1500;
/** Far more than the counts of a few hundred versions. In characters. */
const MAX_TEXT_LENGTH = 4_000_000;

/** The counts, or why they are unavailable. */
export type CountsResult = { readonly counts: Counts } | { readonly counts: undefined; readonly problem: string };

/** Asks the web server for its counts. Never throws: the console works without them. */
export async function readCounts(url: string | undefined): Promise<CountsResult> {
  if (url === undefined) return { counts: undefined, problem: 'METRICS_URL is not set' };
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    if (!response.ok) return { counts: undefined, problem: `${url} answers ${String(response.status)}` };
    const text = await response.text();
    if (text.length > MAX_TEXT_LENGTH) return { counts: undefined, problem: `${url} answers with too much text` };
    return { counts: parseCounts(text) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { counts: undefined, problem: `${url} does not answer (${reason})` };
  }
}
