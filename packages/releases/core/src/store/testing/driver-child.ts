/**
 * For tests: a process that writes to a store. It can wait for a signal, so that several processes write at once, and
 * kill itself at a moment within a write. Its argument is the request as JSON; it prints the result as JSON.
 */
import { once } from 'node:events';
import { ReleaseConflictError } from '../errors.ts';
import { publishVersion } from '../../operations/publish-version.ts';
import type { Store } from '../store.ts';
import { openSharedStore } from './run-child.ts';
import type { ChildRequest } from './run-child.ts';
import { promoteAll } from '../../testing.ts';

/** Kills the process when the requested moment is reached for the requested time. */
function killAt({ dieAt }: ChildRequest): (moment: string) => void {
  let left = dieAt?.times ?? 0;
  return (moment) => {
    if (moment !== dieAt?.moment) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
}

async function perform(store: Store, { operation, wait }: ChildRequest): Promise<object> {
  if (wait) {
    process.stdout.write('ready\n');
    await once(process.stdin, 'data');
    process.stdin.destroy();
  }
  switch (operation.is) {
    case 'create':
      return { created: await store.driver.create(operation.key, operation.file) };
    case 'publish':
      return { result: (await publishVersion(store, { folder: operation.folder })).result };
    case 'promote': {
      const { name, version, by, reason = 'in a race', expect } = operation;
      const { release } = await promoteAll(store, { [name]: version }, { by, reason, expect });
      return { won: release.number };
    }
  }
}

const request = JSON.parse(process.argv[2] ?? '') as ChildRequest;
const store = openSharedStore(request.source, { onMoment: killAt(request) }, request.wait ? 60_000 : undefined);
try {
  process.stdout.write(`${JSON.stringify(await perform(store, request))}\n`);
} catch (error) {
  if (!(error instanceof ReleaseConflictError)) throw error;
  process.stdout.write(`${JSON.stringify({ lost: error.message, liveBy: error.live?.createdBy })}\n`);
}
