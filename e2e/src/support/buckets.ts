import { cookiesSetBy } from '@portal/node-kit/testing';
import type { Delivery } from './releases.ts';

/** The cookie of a visitor who has this number for each running canary: 0 is in all of them. */
export async function cookieWith(
  number: number,
  { url }: Pick<Delivery, 'url'>,
): Promise<{ name: string; value: string }> {
  const answer = await fetch(`${url}/check-device`, { method: 'HEAD' });
  const set = cookiesSetBy(answer).find(({ name }) => name === 'portal_buckets');
  if (!set) throw new Error('no canary runs');
  return { name: set.name, value: (set.value ?? '').replaceAll(/=\d+/g, `=${String(number)}`) };
}
