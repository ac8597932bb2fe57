import { beforeAll } from '@jest/globals';
import { describeS3, IS_ON_CEPH } from '../testing/describe-s3.ts';
import { describeDriver } from '../testing/driver-conformance.ts';
import { describeDurableDriver } from '../testing/durable-driver-conformance.ts';
import { newS3Place, openS3, overwriteS3 } from '../testing/s3-servers.ts';
import { S3_MOMENTS } from './s3-driver.ts';

const SOURCE = { module: import.meta.resolve('../testing/s3-servers.ts'), create: 'openS3' } as const;

describeS3((server) => {
  beforeAll(() => {
    // Processes that write take over the environment.
    Object.assign(process.env, server().environment);
  });

  describeDriver('S3', () => {
    const place = newS3Place(server());
    return Promise.resolve({
      driver: openS3(place),
      damage: (key, bytes) => overwriteS3(server(), place, key, bytes),
      remove: () => Promise.resolve(),
    });
  });

  if (IS_ON_CEPH)
    describeDurableDriver({
      name: 'S3',
      moments: S3_MOMENTS,
      visibleFrom: 'answered',
      make: () =>
        Promise.resolve({
          source: { ...SOURCE, place: newS3Place(server()) },
          leftBehind: () => Promise.resolve([]),
          remove: () => Promise.resolve(),
        }),
    });
});
