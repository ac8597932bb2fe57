import { parseInput } from '@portal/contract/parse';
import type { SavedCheckpoint } from './leaf.ts';
import { SavedCheckpointSchema } from './leaf.ts';

/** Where a web server gives out what it has seen of the log, on the address of its metrics. */
export const CHECKPOINT_PATH = '/checkpoint.json';
const TIMEOUT_MS = 2000;

/** What somebody else has seen of a log. */
export interface SeenLog {
  /** The address at which "restore --checkpoint" finds it. */
  readonly where: string;
  readonly savedCheckpoint: SavedCheckpoint;
}

/** @throws unless the address answers with what somebody kept of a log. */
export async function fetchCheckpoint(url: string): Promise<SavedCheckpoint> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
  if (!response.ok) throw new Error(`${url} answers ${String(response.status)}`);
  return parseInput(url, SavedCheckpointSchema, await response.json());
}

/** What the web servers at these metrics addresses have seen, without those that do not answer. */
export async function askWebServers(metricsAddresses: readonly string[]): Promise<readonly SeenLog[]> {
  const asked = metricsAddresses.map(async (address) => {
    const where = new URL(CHECKPOINT_PATH, address).href;
    return { where, savedCheckpoint: await fetchCheckpoint(where) };
  });
  return (await Promise.allSettled(asked)).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}
