import { afterAll, beforeAll, describe } from '@jest/globals';
import { startS3Server } from './s3-server.ts';
import type { S3Server } from './s3-server.ts';

/**
 * Whether tests run on Ceph, which is the real proof: in the full run. All others run on a small server in this
 * process.
 */
export const IS_ON_CEPH = process.env['TEST_FULL'] === '1';

/** The server that TEST_S3_URL names: "http://KEY:SECRET@127.0.0.1:8000/BUCKET". */
function serverAt(address: string): S3Server {
  const { protocol, host, username, password, pathname } = new URL(address);
  const environment = {
    S3_ENDPOINT: `${protocol}//${host}`,
    AWS_ACCESS_KEY_ID: username,
    AWS_SECRET_ACCESS_KEY: password,
  };
  return { environment, bucket: pathname.slice(1), stop: () => Promise.resolve() };
}

/** Runs tests on an S3 server; they are skipped where there is none. */
export function describeS3(tests: (server: () => S3Server) => void): void {
  const address = process.env['TEST_S3_URL'] ?? '';
  const kind = IS_ON_CEPH ? 'Ceph' : 'a small S3 server';
  const isThere = !IS_ON_CEPH || address !== '';
  const title = isThere ? kind : `${kind} (which is not installed, and TEST_S3_URL names no other server)`;
  (isThere ? describe : describe.skip)(`S3: ${title}`, () => {
    let server: S3Server | undefined;
    beforeAll(async () => {
      server = IS_ON_CEPH ? serverAt(address) : await startS3Server();
    });
    afterAll(async () => server?.stop());
    tests(() => {
      if (!server) throw new Error('The server has not started.');
      return server;
    });
  });
}
