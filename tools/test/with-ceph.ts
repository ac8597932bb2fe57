/**
 * `npm run with-ceph -- COMMAND …`: runs a command while Ceph runs, with TEST_S3_URL and TEST_FULL in its environment.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { packageMachine } from '../../scripts/system-packages.ts';
import { startTestCeph } from './ceph.ts';

const [program = 'true', ...args] = process.argv.slice(2);
const ceph = await startTestCeph(packageMachine(console.error));
if (ceph) {
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, TEST_S3_URL: ceph.url, TEST_FULL: '1' },
  });
  // Ceph is stopped after the command.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  await once(child, 'close');
  await ceph.stop();
  process.exitCode = child.exitCode ?? 1;
} else {
  console.error('There is no Ceph.');
  process.exitCode = 2;
}
