import { PART_FAILURES } from '@portal/contract/failure';
import { fallbacksOf } from '@portal/contract/fallbacks';
import type { Release, ReleasedPart } from '@portal/contract/release';
import { LOAD_SECONDS, LOG_REFUSALS, VISITS_PATH, VITAL_BOUNDS } from '@portal/contract/visits';
import type { Visits } from '@portal/contract/visits';
import type { Listening } from '@portal/node-kit/listen';
import { listen } from '@portal/node-kit/listen';
import type { CacheSize } from './bounded-cache.ts';
import type { ReleaseState } from './live-release.ts';
import { textResponse, requestListener } from './http-response.ts';
import type { Log } from './log.ts';
import { DIRECTIVES } from './violations.ts';
import type { Histogram, VersionTotals } from './visits/version-totals.ts';
import { APART } from './visits/visit-counter.ts';
import type { VisitCounter } from './visits/visit-counter.ts';

type Labels = Readonly<Record<string, string | number>>;

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}=${JSON.stringify(String(text))}`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${String(value)}`;
}

function metric(name: string, type: 'gauge' | 'counter' | 'histogram', help: string, lines: readonly string[]): string {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}

/** The versions of the release, as live, canary or fallback. */
function versionLines({ shell, remotes, canaries }: Release): readonly string[] {
  const parts = (state: string, versions: readonly ReleasedPart[]) =>
    versions.map(({ version, manifest }) => line('portal_part_info', { part: manifest.name, version, state }, 1));
  const live = Object.values(remotes);
  return [
    ...parts('live', [shell, ...live]),
    ...parts('canary', Object.values(canaries)),
    ...parts(
      'fallback',
      live.flatMap((remote) => fallbacksOf(remote)),
    ),
  ];
}

/** The lines of a histogram whose values are `unit` of what is counted: 1000 for milliseconds that are given in seconds. */
function histogramLines(
  name: string,
  { part, version }: VersionTotals,
  { counts, sum }: Histogram,
  bounds: readonly number[],
  unit = 1,
): readonly string[] {
  let count = 0;
  const buckets = [...bounds.map((bound) => bound / unit), '+Inf'].map((le, place) => {
    count += counts[place] ?? 0;
    return line(`${name}_bucket`, { part, version, le }, count);
  });
  return [
    ...buckets,
    line(`${name}_sum`, { part, version }, sum / unit),
    line(`${name}_count`, { part, version }, count),
  ];
}

/** What customers felt. */
const VITAL_METRICS = [
  { vital: 'LCP', name: 'portal_part_lcp_seconds', unit: 1000, help: 'When the largest content was shown.' },
  {
    vital: 'INP',
    name: 'portal_part_inp_seconds',
    unit: 1000,
    help: 'How long the page took to show what an input did.',
  },
  { vital: 'CLS', name: 'portal_part_cls', unit: 1, help: 'How much the layout shifted by itself.' },
] as const;

function failureLines({ part, version, failures }: VersionTotals): readonly string[] {
  return PART_FAILURES.map((failure) =>
    line('portal_part_failures_total', { part, version, failure }, failures.get(failure) ?? 0),
  );
}

/** All metrics in the text format of Prometheus (0.0.4). `now`: milliseconds since the epoch. */
export function metricsText(
  { release, heldBack, damaged, readable, away, refuses }: ReleaseState,
  { figures, violations, apart }: Pick<VisitCounter, 'figures' | 'violations' | 'apart'>,
  caches: Readonly<Record<string, CacheSize>>,
  now: number,
): string {
  const versions = figures.totals.list();
  return [
    metric('portal_release_number', 'gauge', 'Number of the release that is served; 0 while there is none.', [
      line('portal_release_number', {}, release?.number ?? 0),
    ]),
    metric('portal_release_held_back', 'gauge', 'Newer releases that are damaged, and so not served.', [
      line('portal_release_held_back', {}, heldBack.length),
    ]),
    metric('portal_release_held_back_number', 'gauge', 'Number of the newest release that is held back; 0 for none.', [
      line('portal_release_held_back_number', {}, Math.max(0, ...heldBack)),
    ]),
    metric(
      'portal_release_damaged',
      'gauge',
      'Whether the served release or files of it are missing or damaged in the store.',
      [line('portal_release_damaged', {}, damaged ? 1 : 0)],
    ),
    metric('portal_store_readable', 'gauge', 'Whether the store could be read at the last look.', [
      line('portal_store_readable', {}, readable ? 1 : 0),
    ]),
    metric(
      'portal_store_away_seconds',
      'gauge',
      'For how long copies have stood for a store that is away; 0 while it answers.',
      [line('portal_store_away_seconds', {}, away ? Math.round((now - away.since) / 1000) : 0)],
    ),
    metric(
      'portal_log_refused',
      'gauge',
      'Whether the log of the store is refused, by reason; the last good release stays.',
      LOG_REFUSALS.map((reason) => line('portal_log_refused', { reason }, reason === refuses ? 1 : 0)),
    ),
    metric(
      'portal_part_info',
      'gauge',
      'Versions that the served release gives out.',
      release ? versionLines(release) : [],
    ),
    metric(
      'portal_part_visits_total',
      'counter',
      'Visits whose page named the version and tried it.',
      versions.map(({ part, version, visits }) => line('portal_part_visits_total', { part, version }, visits)),
    ),
    metric(
      'portal_part_failed_visits_total',
      'counter',
      'Those of these visits in which it failed.',
      versions.map(({ part, version, failedVisits }) =>
        line('portal_part_failed_visits_total', { part, version }, failedVisits),
      ),
    ),
    metric(
      'portal_part_failures_total',
      'counter',
      'Visits by kind of failure, also those with the version as a fallback.',
      versions.flatMap(failureLines),
    ),
    metric(
      'portal_part_load_seconds',
      'histogram',
      'How long parts took to load, as pages reported.',
      versions.flatMap((of) => histogramLines('portal_part_load_seconds', of, of.loads, LOAD_SECONDS)),
    ),
    ...VITAL_METRICS.map(({ vital, name, unit, help }) =>
      metric(
        name,
        'histogram',
        help,
        versions
          .filter((of) => of.vitals[vital].counts.some((count) => count > 0))
          .flatMap((of) => histogramLines(name, of, of.vitals[vital], VITAL_BOUNDS[vital], unit)),
      ),
    ),
    metric(
      'portal_policy_violations_total',
      'counter',
      'Violations of the policies of pages, as browsers reported.',
      DIRECTIVES.map((directive) =>
        line('portal_policy_violations_total', { directive }, violations.get(directive) ?? 0),
      ),
    ),
    metric(
      'portal_reports_apart_total',
      'counter',
      'Reports that moved no figure.',
      APART.map((reason) => line('portal_reports_apart_total', { reason }, apart.get(reason) ?? 0)),
    ),
    metric(
      'portal_cache_entries',
      'gauge',
      'Entries that are kept in memory.',
      Object.entries(caches).map(([cache, { size }]) => line('portal_cache_entries', { cache }, size)),
    ),
    metric(
      'portal_cache_bytes',
      'gauge',
      'The most bytes that these entries can need.',
      Object.entries(caches).map(([cache, { bytes }]) => line('portal_cache_bytes', { cache }, bytes)),
    ),
    '',
  ].join('\n');
}

export const METRICS_PATH = '/metrics';

export interface Numbers {
  readonly metrics: () => Promise<string>;
  /** Without the rows of slots before `after`, in seconds since the epoch. */
  readonly visits: (after: number) => Promise<Visits>;
}

/** Serves metrics and visits; a proxy in front of the portal must not lead to them. @throws {PortTakenError} */
export function listenForMetrics(
  { metrics, visits }: Numbers,
  at: { readonly port: number; readonly host: string },
  log: Log,
): Promise<Listening> {
  const handler = requestListener(async ({ method, url = '' }) => {
    const [path, query] = url.split('?');
    if (path !== METRICS_PATH && path !== VISITS_PATH) return textResponse(404, 'Not found');
    if (method !== 'GET') return textResponse(405, 'Only GET is answered here.', { allow: 'GET' });
    const after = Number(new URLSearchParams(query).get('after') ?? 0);
    const isText = path === METRICS_PATH;
    return {
      status: 200,
      headers: {
        'content-type': isText ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json',
        'cache-control': 'no-store',
      },
      body: isText ? await metrics() : JSON.stringify(await visits(after)),
    };
  }, log);
  return listen(handler, { ...at, variable: 'METRICS_PORT', hostVariable: 'METRICS_HOST' });
}
