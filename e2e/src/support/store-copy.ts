import { cp } from 'node:fs/promises';
import { join } from 'node:path';

/** The store, the key that signs its log, and the keys that its readers trust. */
const COPIED = ['store', 'release-key.pem', 'trusted-keys'];

/** Copies the store of one state folder into another, with its keys: what is signed there goes on here. */
export async function copyStore(from: string, to: string): Promise<void> {
  for (const name of COPIED) await cp(join(from, name), join(to, name), { recursive: true });
}
