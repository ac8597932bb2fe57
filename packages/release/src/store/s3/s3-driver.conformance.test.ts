import { afterAll, beforeAll, describe } from '@jest/globals';
import { describeDriver } from '../testing/driver-conformance.ts';
import { describeDurableDriver } from '../testing/durable-driver-conformance.ts';
import type { S3Server } from '../testing/s3-server.ts';
import { newS3Place, openS3, overwriteS3, S3_SERVERS } from '../testing/s3-servers.ts';
import type { S3ServerKind } from '../testing/s3-servers.ts';
import { S3_MOMENTS } from './s3-driver.ts';

const SOURCE = { module: import.meta.resolve('../testing/s3-servers.ts'), create: 'openS3' } as const;
const isFull = process.env['TEST_FULL'] === '1';

function describeServer(kind: S3ServerKind): void {
  const start = S3_SERVERS[kind];
  if (!start) console.warn('A store on S3 is not tested on Ceph: TEST_S3_URL names no server.');
  (start ? describe : describe.skip)(`S3: ${kind}`, () => {
    let server: S3Server;
    beforeAll(async () => {
      if (start) server = await start();
      // Processes that write take over the environment.
      Object.assign(process.env, server.environment);
    });
    afterAll(async () => server.stop());

    describeDriver('S3', () => {
      const place = newS3Place(server);
      return Promise.resolve({
        driver: openS3(place),
        damage: (key, bytes) => overwriteS3(server, place, key, bytes),
        remove: () => Promise.resolve(),
      });
    });

    if (isFull)
      describeDurableDriver({
        name: 'S3',
        moments: S3_MOMENTS,
        visibleFrom: 'answered',
        make: () =>
          Promise.resolve({
            source: { ...SOURCE, place: newS3Place(server) },
            leftBehind: () => Promise.resolve([]),
            remove: () => Promise.resolve(),
          }),
      });
  });
}

// The full run tests on Ceph, which is the real proof; all others on the small server.
describeServer(isFull ? 'Ceph' : 'a small S3 server');
