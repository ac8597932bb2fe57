import { afterAll, beforeAll, describe } from '@jest/globals';
import type { S3Server } from './s3-server.ts';
import { S3_SERVERS } from './s3-servers.ts';

/** Whether tests run on Ceph, which is the real proof: in the full run. All others run on a small server in this process. */
export const IS_ON_CEPH = process.env['TEST_FULL'] === '1';

/** Runs tests on an S3 server; they are skipped where there is none. */
export function describeS3(tests: (server: () => S3Server) => void): void {
  const kind = IS_ON_CEPH ? 'Ceph' : 'a small S3 server';
  const start = S3_SERVERS[kind];
  const title = start ? kind : `${kind} (which is not installed, and TEST_S3_URL names no other server)`;
  (start ? describe : describe.skip)(`S3: ${title}`, () => {
    let server: S3Server | undefined;
    beforeAll(async () => {
      server = await start?.();
    });
    afterAll(async () => server?.stop());
    tests(() => {
      if (!server) throw new Error('The server has not started.');
      return server;
    });
  });
}
