/**
 * Loaded before the web server's program (`node --expose-gc --import`): answers each message with the memory that it
 * needs.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Memory } from './memory.ts';

/**
 * As if memory had run out, because V8 keeps some megabytes of its own caches otherwise, and more of them with time.
 */
const COLLECTION = { type: 'major', execution: 'sync', flavor: 'last-resort' } as const;

async function needed(): Promise<Memory> {
  globalThis.gc?.(COLLECTION);
  await turn(); // buffers of what was collected are free from the next turn on
  globalThis.gc?.(COLLECTION);
  const { heapUsed, external, rss } = process.memoryUsage();
  return { used: heapUsed + external, resident: rss };
}

process.on('message', () => {
  needed().then(
    (memory) => process.send?.(memory),
    (error: unknown) => console.error(error),
  );
});
// The channel alone must not keep the server running.
process.channel?.unref();
