import type { Release } from '@portal/contract/release';
import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { Refusal } from '@portal/release/errors';
import type { ChangeResult } from '@portal/release/operations/apply-request';
import type { PartChange } from '@portal/release/release-diff';
import type { Store } from '@portal/release/store';
import { changesInShort, momentOf, whenInFull } from '../pages/format.ts';
import { breakable, notice } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';

const paragraphs = (texts: readonly string[]): Html =>
  html`${texts.map((text) => html`<p class="message__text">${breakable(text)}</p>`)}`;

/** Says what has just been released, from the release itself. */
export async function doneNotice(store: Store, number: number): Promise<Html | undefined> {
  const live = await store.latestRelease();
  if (live?.number !== number) return undefined;
  const body = paragraphs([whenInFull(live.urgent)]);
  return notice({ kind: 'success', title: `Release ${String(number)} is written`, body });
}

export function unchangedNotice(number: number): Html {
  return notice({
    kind: 'info',
    title: 'Nothing to change',
    body: paragraphs([`Release ${String(number)} has it so already; no release was written.`]),
  });
}

/** Somebody else released between the look at the board and the decision. */
export function overtakenNotice({
  live,
  changes,
  viewer,
}: {
  readonly live: Release | undefined;
  /** What differs since then; empty where that is not known. */
  readonly changes: readonly PartChange[];
  readonly viewer: Viewer;
}): Html {
  const who = live?.createdBy === viewer.email ? 'You' : live?.createdBy;
  const what = changes.length > 0 ? `: ${changesInShort(changes).join(', ')}` : '';
  const happened = live
    ? `${String(who)} wrote release ${String(live.number)} on ${momentOf(live.createdAt)} (UTC)${what}. Reason: ${live.reason}.`
    : 'The store has no release any more.';
  return notice({
    kind: 'warning',
    title: 'Somebody was faster',
    body: html`${paragraphs([`${happened} Your change was not made. Look at the board, then decide again.`])}
      <div class="message__actions cluster">
        <a class="button button--small" href="/">Show release ${live?.number ?? 0}</a>
      </div>`,
  });
}

/** The request was carried out, and something has to be looked at all the same. */
export function warningNotice({ release, warnings }: ChangeResult): Html {
  return notice({
    kind: 'warning',
    title: `Release ${String(release?.number)} is written, but look at this`,
    body: paragraphs(warnings),
  });
}

/** Why a request is refused: each rule with its remedy. */
export function refusalNotice(refusals: readonly Refusal[]): Html {
  return notice({
    kind: 'error',
    title: 'This cannot be released',
    body: html`<ul class="message__text refusals">
      ${refusals.map(({ rule, problem, remedy }) => html`<li>${breakable(`${problem} ${remedy}`)} (Rule: ${rule})</li>`)}
    </ul>`,
  });
}
