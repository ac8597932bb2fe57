/**
 * For tests: a process that writes into a store when it is told to, so that it can race with others, and that ends itself by
 * SIGKILL at a moment within a write. Its argument is the request, in JSON; what came of it is printed, in JSON.
 */
import { once } from 'node:events';
import { ReleaseConflictError } from '../errors.ts';
import { publishVersion } from '../../operations/publish-version.ts';
import type { Store } from '../store.ts';
import { openStore } from '../store.ts';
import { openDriver } from './run-child.ts';
import type { ChildRequest } from './run-child.ts';
import { promoteAll } from '../../testing.ts';

/** Counts the moments of the name; ends the process, without a farewell, at the one that was ordered. */
function assassin({ dieAt }: ChildRequest): (moment: string) => void {
  let left = dieAt?.times ?? 0;
  return (moment) => {
    if (moment !== dieAt?.moment) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
}

async function perform(store: Store, { act, wait }: ChildRequest): Promise<object> {
  if (wait) {
    process.stdout.write('ready\n');
    await once(process.stdin, 'data');
    process.stdin.destroy();
  }
  switch (act.is) {
    case 'create':
      return { created: await store.driver.create(act.key, Buffer.alloc(act.size, act.fill)) };
    case 'publish':
      return { result: (await publishVersion(store, { folder: act.folder })).result };
    case 'promote': {
      const { name, version, by, reason = 'in a race', expect } = act;
      const { release } = await promoteAll(store, { [name]: version }, { by, reason, expect });
      return { won: release.number };
    }
  }
}

const request = JSON.parse(process.argv[2] ?? '') as ChildRequest;
const store = openStore(await openDriver(request.source, { onMoment: assassin(request) }));
try {
  process.stdout.write(`${JSON.stringify(await perform(store, request))}\n`);
} catch (error) {
  if (!(error instanceof ReleaseConflictError)) throw error;
  process.stdout.write(`${JSON.stringify({ lost: error.message, liveBy: error.live?.createdBy })}\n`);
}
