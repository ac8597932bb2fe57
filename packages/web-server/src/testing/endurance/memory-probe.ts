/** Loaded before the web server's program (`node --expose-gc --import`): answers each message with the memory that it needs. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Memory } from './memory.ts';

/** What one collection frees only makes further objects, such as buffers, free. */
const COLLECTIONS = 3;

async function needed(): Promise<Memory> {
  for (let time = 0; time < COLLECTIONS; time += 1) {
    globalThis.gc?.();
    await turn();
  }
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
