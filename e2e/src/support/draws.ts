import { cookiesSetBy } from '@portal/node-kit/testing';
import type { Delivery } from './releases.ts';

export interface DrawsCookie {
  readonly name: string;
  readonly value: string;
}

/** The cookie with a visitor's numbers that an answer sets; undefined if it leaves the cookie as it is. */
export function drawsSetBy(answer: Response): DrawsCookie | undefined {
  const set = cookiesSetBy(answer).find(({ name }) => name === 'portal_draws');
  return set && { name: set.name, value: set.value ?? '' };
}

/** A visitor comes for the first time, while a canary runs, and keeps the cookie that the server sets. */
export async function arrive({ url }: Pick<Delivery, 'url'>): Promise<DrawsCookie> {
  const set = drawsSetBy(await fetch(`${url}/check-device`, { method: 'HEAD' }));
  if (!set) throw new Error('no canary runs');
  return set;
}

/** The cookie of a visitor who has this number for each running canary: 0 is in all of them. */
export async function cookieWith(number: number, delivery: Pick<Delivery, 'url'>): Promise<DrawsCookie> {
  const { name, value } = await arrive(delivery);
  return { name, value: value.replaceAll(/=\d+/g, `=${String(number)}`) };
}
