import { SIGNED_IN_HASH } from '@portal/contract/page-elements';
import type { PartDirectory } from '@portal/federation/runtime';
import { session } from '@portal/session';

interface Asked {
  readonly parts: Pick<PartDirectory, 'loadForRoles'>;
  /** The session's first check. */
  readonly checked: Promise<unknown>;
}

/** Where customers go on after sign-in (specification, section 2). */
const HUBS_PATH = '/settings';

/** Whether this page is the first one after sign-in, as the web server has written into its address, which forgets it. */
export function takeSignedInMark(): boolean {
  if (window.location.hash !== SIGNED_IN_HASH) return false;
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
  return true;
}

/**
 * Where the account goes on after sign-in: to the first item that its roles alone add to the header, else to the hubs.
 */
export async function findHome({ parts, checked }: Asked): Promise<string> {
  await checked;
  const state = session.getState();
  if (state.status !== 'authenticated') return HUBS_PATH;
  // The header asks the same, and tells of a failure.
  const items = await parts.loadForRoles(state.user.roles).catch(() => []);
  return items[0]?.path ?? HUBS_PATH;
}
