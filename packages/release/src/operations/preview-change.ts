import type { Release } from '@portal/contract/release';
import type { PartChange } from '../store/release-diff.ts';
import { changesBetween } from '../store/release-diff.ts';
import { compose } from './compose.ts';
import { planIntent } from './intent.ts';
import type { Intent } from './intent.ts';
import type { Refusal } from '../policy/refusal.ts';
import type { Store } from '../store/store.ts';

export type { PartChange } from '../store/release-diff.ts';
export type { Intent } from './intent.ts';
export type { Refusal } from '../policy/refusal.ts';

/** What would come of an intent. Plain data. */
export interface Preview {
  /** The live release; its number is what the request then has to expect. */
  readonly from: Release | undefined;
  /** Exactly what the release would change; empty where all is so already, or where the intent is refused. */
  readonly changes: readonly PartChange[];
  readonly refusals: readonly Refusal[];
  /** Number that the release would get. */
  readonly next: number;
  /** Numbers of newer releases that cannot be read: what they changed is not in it. Then a release is made even if it changes nothing. */
  readonly passedOver: readonly number[];
}

/** What an intent would change, and why it would be refused; nothing is written. */
export async function previewChange(store: Store, intent: Intent): Promise<Preview> {
  const from = await store.latestRelease();
  const { plan, refusals: first } = await planIntent(store, from, intent);
  const numbers = await store.releaseNumbers();
  const passedOver = numbers.filter((number) => number > (from?.number ?? 0));
  const numbered = { from, next: (numbers.at(-1) ?? 0) + 1, passedOver };
  if (!plan) return { ...numbered, changes: [], refusals: first };
  const signature = { createdBy: 'preview', reason: 'preview', action: plan.action, urgent: false, now: new Date() };
  const { draft, refusals } = await compose(store, from, plan.target, signature);
  return { ...numbered, changes: draft ? changesBetween(from, draft) : [], refusals };
}
