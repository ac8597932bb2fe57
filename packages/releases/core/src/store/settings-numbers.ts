import type { SettingsKind } from '../format/keys.ts';
import { parseSettingsKey } from '../format/keys.ts';
import type { Store } from './store.ts';

/** Numbers of all settings of a kind, ascending: the last one counts. */
export async function settingsNumbers(store: Store, kind: SettingsKind): Promise<readonly number[]> {
  const keys = await store.documentKeys(`${kind}/`);
  return keys.flatMap((key) => parseSettingsKey(key)?.number ?? []).sort((a, b) => a - b);
}
