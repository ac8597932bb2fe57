import type * as v from 'valibot';
import { send } from '../transport.ts';
import { NotificationsResponseSchema } from '../wire.ts';

const PATH = 'account/notifications';

/** Whether the user agreed to news by e-mail, and since when. */
export type NewsConsent = v.InferOutput<typeof NotificationsResponseSchema>['data'];

/** The user's consent to news by e-mail. @throws {CallError} */
export async function getNewsConsent(): Promise<NewsConsent> {
  return (await send({ method: 'GET', path: PATH }, NotificationsResponseSchema)).data;
}

/** Gives the consent to news by e-mail, or takes it back. @throws {CallError} */
export async function changeNewsConsent(consent: boolean): Promise<NewsConsent> {
  return (await send({ method: 'PUT', path: PATH, body: { consent } }, NotificationsResponseSchema)).data;
}
