import { getFallbacks } from '@portal/contract/fallbacks';
import { liveParts } from '@portal/release/format/release';
import type { Release, ReleasedPart } from '@portal/release/format/release';
import { LOG_REFUSALS } from '@portal/contract/visits';
import type { Registry } from 'prom-client';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { CacheSize } from './http/bounded-cache.ts';
import type { ReleaseState } from './releases/live-release.ts';

/** What the metrics show of the server when they are read. */
interface ServerMetrics {
  readonly state: ReleaseState;
  readonly caches: Readonly<Record<string, CacheSize>>;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The versions of the release, as live, canary or fallback. */
function getVersions(release: Release): readonly (readonly [string, ReleasedPart])[] {
  const fallback = Object.values(release.remotes).flatMap((remote) => getFallbacks(remote));
  const all = { live: liveParts(release), canary: Object.values(release.canaries), fallback };
  return Object.entries(all).flatMap(([state, parts]) => parts.map((part): [string, ReleasedPart] => [state, part]));
}

function releaseGauges(registers: Registry[]) {
  const gauge = <const Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    number: gauge('portal_release_number', 'Number of the release that is served; 0 while there is none.'),
    heldBack: gauge('portal_release_held_back', 'Newer releases that are damaged, and so not served.'),
    heldBackNumber: gauge(
      'portal_release_held_back_number',
      'Number of the newest release that is held back; 0 for none.',
    ),
    damaged: gauge(
      'portal_release_damaged',
      'Whether the served release or files of it are missing or damaged in the store.',
    ),
    readable: gauge('portal_store_readable', 'Whether the store could be read at the last look.'),
    away: gauge(
      'portal_store_away_seconds',
      'For how long copies have stood for a store that is away; 0 while it answers.',
    ),
    refused: gauge(
      'portal_log_refused',
      'Whether the log of the store is refused, by reason; the last good release stays.',
      ['reason'],
    ),
    parts: gauge('portal_part_info', 'Versions that the served release gives out.', ['part', 'version', 'state']),
    entries: gauge('portal_cache_entries', 'Entries that are kept in memory.', ['cache']),
    bytes: gauge('portal_cache_bytes', 'The most bytes that these entries can need.', ['cache']),
  };
}

/** Registers what the metrics show of the server. @returns a function that brings them up to date. */
export function registerServerMetrics(registry: Registry): (shown: ServerMetrics) => void {
  const gauges = releaseGauges([registry]);
  return ({ state: { release, heldBack, damaged, readable, outage, refuses }, caches, now }) => {
    gauges.number.set(release?.number ?? 0);
    gauges.heldBack.set(heldBack.length);
    gauges.heldBackNumber.set(Math.max(0, ...heldBack));
    gauges.damaged.set(damaged ? 1 : 0);
    gauges.readable.set(readable ? 1 : 0);
    gauges.away.set(outage ? Math.round((now - outage.since) / 1000) : 0);
    for (const reason of LOG_REFUSALS) gauges.refused.set({ reason }, reason === refuses ? 1 : 0);
    gauges.parts.reset();
    for (const [shown, { version, manifest }] of release ? getVersions(release) : [])
      gauges.parts.set({ part: manifest.name, version, state: shown }, 1);
    for (const [cache, { size, bytes }] of Object.entries(caches)) {
      gauges.entries.set({ cache }, size);
      gauges.bytes.set({ cache }, bytes);
    }
  };
}

interface LabelledCounter<Value extends string> {
  readonly name: string;
  readonly help: string;
  readonly label: string;
  readonly values: readonly Value[];
}

/**
 * A counter that begins with a zero for each value of its label, because Prometheus does not see a first increase from
 * nothing. @returns a function that counts.
 */
export function labelledCounter<Value extends string>(
  registry: Registry,
  { name, help, label, values }: LabelledCounter<Value>,
): (value: Value, amount?: number) => void {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return (value, amount = 1) => counter.inc({ [label]: value }, amount);
}

/** Counts pages whose browsers a CDN has failed. @returns a function that counts one. */
export function registerCdnMetrics(registry: Registry): () => void {
  const pages = new Counter({
    name: 'portal_pages_without_cdn_total',
    help: 'Pages that took their files from the portal itself, because the CDN had failed the browser within the last hour.',
    registers: [registry],
  });
  return () => pages.inc();
}

/** What is sent as a delta. */
type DeltaKind = 'file' | 'page';

/** Counts answers that were deltas. @returns a function that counts one, with the bytes that it saved. */
export function registerDeltaMetrics(registry: Registry): (kind: DeltaKind, savedBytes: number) => void {
  const label = { label: 'kind', values: ['file', 'page'] } as const;
  const countAnswer = labelledCounter(registry, {
    name: 'portal_delta_answers_total',
    help: 'Answers that were sent as the difference from what the browser had.',
    ...label,
  });
  const countSaved = labelledCounter(registry, {
    name: 'portal_delta_saved_bytes_total',
    help: 'Bytes that these answers were smaller than without a dictionary.',
    ...label,
  });
  return (kind, savedBytes) => {
    countAnswer(kind);
    countSaved(kind, savedBytes);
  };
}

/** In seconds: from a disk nearby to a store that hangs. */
const READ_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Whether a read of the store succeeded. An object that is not there is an answer, too. */
export type ReadOutcome = 'ok' | 'failed';

/** Counts reads of the store. @returns a function that counts one. */
export function registerStoreMetrics(registry: Registry): (outcome: ReadOutcome, seconds: number) => void {
  const countRead = labelledCounter<ReadOutcome>(registry, {
    name: 'portal_store_reads_total',
    help: 'Reads of the store itself, not of copies, by whether it answered.',
    label: 'outcome',
    values: ['ok', 'failed'],
  });
  const seconds = new Histogram({
    name: 'portal_store_read_seconds',
    help: 'How long the store took to answer a read, or to fail.',
    buckets: READ_SECONDS,
    registers: [registry],
  });
  return (outcome, took) => {
    countRead(outcome);
    seconds.observe(took);
  };
}
