import type { Declaration } from '@portal/contract/declaration';
import { RESTRICTED } from '@portal/contract/part-descriptor';
import { session } from '@portal/session';
import type { Portal } from '../portal.ts';

/** Whose a path is, or where it leads a visitor who may not know; undefined if it is nobody's. */
type Whose = Declaration | 'sign-in' | 'forbidden' | undefined;

/**
 * Finds out whose a path is. Where that is for some accounts alone, it waits for the session's check.
 * @throws {DescriptorError}
 */
export async function findPart(
  { parts, checked }: Pick<Portal, 'parts' | 'checked'>,
  pathname: string,
): Promise<Whose> {
  const found = await parts.find(pathname);
  if (found !== RESTRICTED) return found;
  await checked;
  const state = session.getState();
  if (state.status !== 'authenticated') return 'sign-in';
  const own = await parts.find(pathname, state.user.roles);
  return own === RESTRICTED ? 'forbidden' : own;
}
