import type { StoreDriver } from '@portal/release/store';
import type { ReadOutcome } from '../metrics.ts';

/** The driver of a store whose reads are counted, with the seconds that each took. */
export function countedDriver(
  driver: StoreDriver,
  count: (outcome: ReadOutcome, seconds: number) => void,
): StoreDriver {
  const counted = async <Answer>(read: Promise<Answer>): Promise<Answer> => {
    const begun = performance.now();
    const end = (outcome: ReadOutcome) => count(outcome, (performance.now() - begun) / 1000);
    try {
      const answer = await read;
      end('ok');
      return answer;
    } catch (error) {
      end('failed');
      throw error;
    }
  };
  return {
    place: driver.place,
    get: (key, sha256) => counted(driver.get(key, sha256)),
    has: (key) => counted(driver.has(key)),
    list: (prefix) => counted(driver.list(prefix)),
    create: (key, content) => driver.create(key, content),
    remove: (key) => driver.remove(key),
  };
}
