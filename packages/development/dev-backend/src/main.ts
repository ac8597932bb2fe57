import { describeError } from '@portal/node-kit/plain-error';
import { startDevBackend } from './index.ts';
import { readOptions } from './options.ts';

async function run(): Promise<void> {
  const stop = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.resolve());
  // The backend must not outlive its parent process.
  process.on('disconnect', () => stop.resolve());
  const backend = await Promise.race([startDevBackend(readOptions(process.env)), stop.promise]);
  // The database is as after a crash, and nobody has used it yet.
  if (!backend) return;
  process.stdout.write(`Development backend ready at ${backend.url}\n`);
  process.send?.({ ready: backend.url });
  await stop.promise;
  await backend.close();
}

try {
  await run();
  process.exit(0);
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}
