import { afterAll, beforeAll, describe } from '@jest/globals';
import { startS3Server } from './s3-server.ts';
import type { S3Server } from './s3-server.ts';

const ADDRESS = process.env['TEST_S3_URL'] ?? '';

/**
 * Whether tests run on Ceph, which is the real proof: in the full run. Others run on a small server in this process.
 */
export const IS_ON_CEPH = process.env['TEST_FULL'] === '1' && ADDRESS !== '';

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

/** Runs tests on an S3 server. */
export function describeS3(tests: (server: () => S3Server) => void): void {
  describe(`S3: ${IS_ON_CEPH ? 'Ceph' : 'a small S3 server'}`, () => {
    let server: S3Server | undefined;
    beforeAll(async () => {
      server = IS_ON_CEPH ? serverAt(ADDRESS) : await startS3Server();
    });
    afterAll(async () => server?.stop());
    tests(() => {
      if (!server) throw new Error('The server has not started.');
      return server;
    });
  });
}
