import { minute } from '../format/format-values.ts';
import type { Copy } from '../store/copies.ts';
import { durationMs } from './live-runs.ts';
import type { Shown } from './read-proof.ts';
import { ProofError, readProof } from './read-proof.ts';

const MS_PER_HOUR = 60 * 60 * 1000;

/** "live there for 25.0 hours, from 2026-11-20 08:00 UTC to 2026-11-21 09:00 UTC". */
export function describeShown({ live, wasCanary }: Shown): string {
  if (!live) return wasCanary ? 'only a canary there' : 'never live there';
  const hours = (durationMs(live) / MS_PER_HOUR).toFixed(1);
  return `live there for ${hours} hours, from ${minute(live.from)} to ${minute(live.to)}`;
}

/** "2026-11-21 09:30 UTC by anna, from the log ebike-portal/0123456789abcdef, live there for …". */
export function describeCopy(copy: Copy, of: { readonly name: string; readonly version: string }): string {
  const made = `${minute(copy.at)} by ${copy.by}`;
  try {
    const shown = readProof(copy.proof, of, []);
    return `${made}, from the log ${shown.origin}, ${describeShown(shown)}`;
  } catch (error) {
    if (error instanceof ProofError) return `${made}, with a proof that does not hold: ${error.message}`;
    throw error;
  }
}
