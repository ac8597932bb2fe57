import type { LogKey } from '../release-log/leaf.ts';
import { LogError } from '../release-log/log-error.ts';
import type { LogView } from '../release-log/log-view.ts';
import type { Store } from '../store/store.ts';

/** Lets another key sign from now on. @throws {LogError} if it may already. */
export async function addKey(store: Store, key: LogKey, reason: string): Promise<LogView> {
  await store.documents.change(({ keys }) => {
    if (keys.some((each) => each.key === key.key))
      throw new LogError('not-allowed', `The log names the key ${key.key} already.`, 'Nothing was changed.');
    return { kind: 'keys', keys: [...keys, key], reason };
  });
  return store.log();
}

/** Ends a key: what it signs from now on does not count. @throws {LogError} if it may not sign, or is the last one. */
export async function retireKey(store: Store, key: string, reason: string): Promise<LogView> {
  await store.documents.change(({ keys }) => {
    const left = keys.filter((each) => each.key !== key);
    if (left.length === keys.length)
      throw new LogError('not-allowed', `The log names no key ${key}.`, 'Its keys: npm run release -- store keys');
    if (left.length === 0)
      throw new LogError('not-allowed', 'This is the last key of the log.', 'Add the next one first.');
    return { kind: 'keys', keys: left, reason };
  });
  return store.log();
}
