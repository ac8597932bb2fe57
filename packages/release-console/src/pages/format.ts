import type { PartChange } from '@portal/release/release-diff';

/** How people call a part: "Hubs" for "mfe-hubs". */
export function titleOf(name: string): string {
  const words = name.replace(/^mfe-/, '').replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const two = (number: number): string => String(number).padStart(2, '0');

/** "20.11.2026", UTC. */
export function dateOf(iso: string): string {
  const date = new Date(iso);
  return `${two(date.getUTCDate())}.${two(date.getUTCMonth() + 1)}.${String(date.getUTCFullYear())}`;
}

/** "20.11.2026 13:40", UTC. */
export function momentOf(iso: string): string {
  const date = new Date(iso);
  return `${dateOf(iso)} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

/** "1 204", with a space that does not break. */
export function countOf(number: number): string {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, '\u00A0');
}

/** "0.16 %" of a share from 0 to 1. */
export function rateOf(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 2 : 1)}\u00A0%`;
}

/** "230 ms", "1.2 s". */
export function durationOf(ms: number): string {
  return ms < 1000 ? `${String(Math.round(ms))}\u00A0ms` : `${(ms / 1000).toFixed(1)}\u00A0s`;
}

function canaryInShort({ name, from, to, fromPercent, percent }: PartChange): string {
  if (to === null) return `${titleOf(name)} canary ${from ?? ''} ends`;
  const before = from === to && fromPercent !== undefined ? ` (was ${String(fromPercent)} %)` : '';
  return `${titleOf(name)} canary ${to} at ${String(percent)} %${before}`;
}

/** A change in the history: "Hubs 1.0.0 → 1.1.0". */
function changeInShort(change: PartChange): string {
  const { name, kind, from, to } = change;
  if (kind === 'canary') return canaryInShort(change);
  if (kind === 'fallback') return `${titleOf(name)} falls back to ${to ?? 'nothing'}`;
  if (from === null) return `${titleOf(name)} ${to ?? ''} is new`;
  return to === null ? `${titleOf(name)} ${from} is taken out` : `${titleOf(name)} ${from} → ${to}`;
}

/** What a release did, as the history says it: what people notice; a fallback only where nothing else changed. */
export function changesInShort(changes: readonly PartChange[]): readonly string[] {
  const noticed = changes.filter(({ kind }) => kind !== 'fallback');
  return (noticed.length > 0 ? noticed : changes).map(changeInShort);
}

function liveInFull({ name, from, to }: PartChange): string {
  if (to === null)
    return `${titleOf(name)} ${from ?? ''} leaves the portal, with its pages and its place in the header.`;
  return from === null
    ? `Everybody gets ${titleOf(name)} ${to}; it was not in the portal before.`
    : `Everybody gets ${titleOf(name)} ${to} instead of ${from}.`;
}

function canaryInFull({ name, from, to, fromPercent, percent }: PartChange): string {
  const part = titleOf(name);
  if (to === null) return `The canary of ${part} ends: nobody gets ${from ?? ''} any more.`;
  const share = `${String(percent)} % of the visitors`;
  if (from !== to) return `${share} get ${part} ${to} as a canary${from === null ? '' : ` instead of ${from}`}.`;
  return `${share} get ${part} ${to} as a canary, instead of ${String(fromPercent)} %; who is in it stays in it.`;
}

/** A change on a confirmation, as a sentence. */
export function changeInFull(change: PartChange): string {
  const { name, kind, to } = change;
  if (kind === 'live') return liveInFull(change);
  if (kind === 'canary') return canaryInFull(change);
  return to === null
    ? `If ${titleOf(name)} fails to load, no other version steps in.`
    : `If ${titleOf(name)} fails to load, ${to} steps in.`;
}

/** When customers get a release (how open tabs ask: `shell/src/open-tab.ts`). */
export function whenInFull(urgent: boolean): string {
  return urgent
    ? 'New visits get it at once, open tabs within five minutes or when somebody looks at them again, once nothing unsaved is on the screen.'
    : 'New visits get it at once, open tabs at their next page.';
}
