/** `node tools/test/with-ceph.ts COMMAND …`: runs a command while Ceph runs, with TEST_S3_URL and TEST_FULL in its environment. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { packageMachine } from '../../scripts/system-packages.ts';
import { startTestCeph } from './ceph.ts';

const [program, ...args] = process.argv.slice(2);
const ceph = await startTestCeph(packageMachine(console.error));
if (ceph === undefined || program === undefined) {
  console.error(program === undefined ? 'Usage: node tools/test/with-ceph.ts COMMAND …' : 'There is no Ceph.');
  await ceph?.stop();
  process.exit(2);
}
// Ctrl-C reaches the command, too; Ceph is stopped once it has ended.
process.on('SIGINT', () => {});
const env = { ...process.env, TEST_S3_URL: ceph.url, TEST_FULL: '1' };
const child = spawn(program, args, { stdio: 'inherit', env });
await once(child, 'close');
await ceph.stop();
process.exitCode = child.exitCode ?? 1;
