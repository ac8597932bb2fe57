import { memoryDriver } from './memory-driver.ts';
import { describeDriver } from './testing/driver-conformance.ts';

describeDriver('memory', () => {
  const objects = new Map<string, Uint8Array>();
  return Promise.resolve({
    driver: memoryDriver(objects),
    damage: (key, bytes) => Promise.resolve(void objects.set(key, bytes)),
    remove: () => Promise.resolve(),
  });
});
