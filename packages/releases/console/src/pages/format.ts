import type { PartChange } from '@portal/release/release-diff';

/** Display name of a part: "Hubs" for "mfe-hubs". */
export function partTitle(name: string): string {
  const text = name.replace(/^mfe-/, '').replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** "20.11.2026", UTC. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return `${twoDigits(date.getUTCDate())}.${twoDigits(date.getUTCMonth() + 1)}.${String(date.getUTCFullYear())}`;
}

/** "20.11.2026 13:40", UTC. */
export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  return `${formatDate(iso)} ${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;
}

/** "13:40", UTC, of a time in seconds since the epoch. */
export function formatTime(seconds: number): string {
  return formatDateTime(new Date(seconds * 1000).toISOString()).slice(-5);
}

/** "1 204", with a no-break space. */
export function formatCount(number: number): string {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, '\u00A0');
}

/** "0.16 %" of a share from 0 to 1. */
export function formatRate(share: number): string {
  return `${(share * 100).toFixed(share > 0 && share < 0.1 ? 2 : 1)}\u00A0%`;
}

/** "12.3 KB", "1.2 MB"; a kilobyte has 1000 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${String(bytes)}\u00A0B`;
  return bytes < 999_950 ? `${(bytes / 1000).toFixed(1)}\u00A0KB` : `${(bytes / 1_000_000).toFixed(1)}\u00A0MB`;
}

/** "230 ms", "1.2 s". */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${String(Math.round(ms))}\u00A0ms` : `${(ms / 1000).toFixed(1)}\u00A0s`;
}

function summarizeCanary({ name, from, to, fromPercent, percent, plan }: PartChange): string {
  if (to === null) return `${partTitle(name)} canary ${from ?? ''} ends`;
  const isOtherShare = from === to && fromPercent !== undefined && fromPercent !== percent;
  const before = isOtherShare ? ` (was ${String(fromPercent)} %)` : '';
  const planned = plan === undefined ? '' : plan === null ? ', without its plan' : `, by the plan ${plan}`;
  return `${partTitle(name)} canary ${to} at ${String(percent)} %${before}${planned}`;
}

/** A change in the history: "Hubs 1.0.0 → 1.1.0". */
function summarizeChange(change: PartChange): string {
  const { name, kind, from, to, fromPercent } = change;
  if (kind === 'canary') return summarizeCanary(change);
  if (kind === 'fallback') return `${partTitle(name)} falls back to ${to ?? 'nothing'}`;
  if (kind === 'second-fallback') return `${partTitle(name)} falls back to ${to ?? 'nothing'} after that`;
  if (to === null) return `${partTitle(name)} ${from ?? ''} is taken out`;
  const wasCanary = fromPercent === undefined ? '' : ` (was a canary for ${String(fromPercent)} %)`;
  return `${from === null ? `${partTitle(name)} ${to} is new` : `${partTitle(name)} ${from} → ${to}`}${wasCanary}`;
}

/** The changes of a release for the history. Fallbacks are left out unless nothing else changed. */
export function summarizeChanges(changes: readonly PartChange[]): readonly string[] {
  const visible = changes.filter(({ kind }) => kind !== 'fallback' && kind !== 'second-fallback');
  return (visible.length > 0 ? visible : changes).map(summarizeChange);
}

function describeLive({ name, from, to, fromPercent }: PartChange): string {
  if (to === null)
    return `${partTitle(name)} ${from ?? ''} leaves the portal, with its pages and its place in the header.`;
  const instead = from === null ? '' : ` instead of ${from}`;
  if (fromPercent !== undefined)
    return `Everybody gets ${partTitle(name)} ${to}${instead}; it was a canary for ${String(fromPercent)} %.`;
  return `Everybody gets ${partTitle(name)} ${to}${instead || '; it was not in the portal before'}.`;
}

/** What becomes of a canary's staged plan. */
function describePlan({ plan }: PartChange): string {
  if (plan === undefined) return '';
  return plan === null ? ' Its plan ends.' : ` Its plan: ${plan}.`;
}

function describeCanary(change: PartChange): string {
  const { name, from, to, fromPercent, percent } = change;
  const part = partTitle(name);
  if (to === null) return `The canary of ${part} ${from ?? ''} ends: its visitors get the same as all others.`;
  const share = `${String(percent)} % of the visitors`;
  if (from !== to)
    return `${share} get ${part} ${to} as a canary${from === null ? '' : ` instead of ${from}`}.${describePlan(change)}`;
  if (fromPercent === percent) return `${share} keep ${part} ${to} as a canary.${describePlan(change)}`;
  return `${share} get ${part} ${to} as a canary, instead of ${String(fromPercent)} %; visitors in it stay in it.${describePlan(change)}`;
}

/** A change on a confirmation, as a sentence. */
export function describeChange(change: PartChange): string {
  const { name, kind, to } = change;
  if (kind === 'live') return describeLive(change);
  if (kind === 'canary') return describeCanary(change);
  if (kind === 'second-fallback')
    return to === null
      ? 'If its fallback fails, too, no other version steps in.'
      : `If its fallback fails, too, ${to} steps in.`;
  return to === null
    ? `If ${partTitle(name)} fails to load, no other version steps in.`
    : `If ${partTitle(name)} fails to load, ${to} steps in.`;
}

/** When visitors get a release (open tabs: `shell/src/open-tab.ts`). */
export function describeRollout(urgent: boolean): string {
  return urgent
    ? 'New visits get it at once, open tabs within ten seconds or when somebody looks at them again, once nothing unsaved is on the screen.'
    : 'New visits get it at once, open tabs at their next page.';
}
