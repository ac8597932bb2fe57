import type { Release } from '@portal/contract/release';
import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { Refusal } from '@portal/release/errors';
import type { ChangeResult } from '@portal/release/operations/apply-request';
import type { PartChange } from '@portal/release/release-diff';
import type { Store } from '@portal/release/store';
import { breakable } from './breakable.ts';
import { icon } from './icon.ts';
import type { IconName } from './icon.ts';
import type { Viewer } from './layout.ts';
import { changesInShort, momentOf, whenInFull } from './words.ts';

type Kind = 'success' | 'warning' | 'error' | 'info';
const ICONS = { success: 'success', warning: 'warning', error: 'error', info: 'info' } satisfies Record<Kind, IconName>;

interface Notice {
  readonly kind: Kind;
  readonly title: string;
  readonly body: Html;
}

/** A message at the top of a page. */
export function notice({ kind, title, body }: Notice): Html {
  const role = kind === 'success' || kind === 'info' ? 'status' : 'alert';
  return html`<div class="message ${kind !== 'info' && `message--${kind}`}" role="${role}">
    ${icon(ICONS[kind])}
    <h2 class="message__title">${title}</h2>
    ${body}
  </div>`;
}

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
