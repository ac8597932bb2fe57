import { withoutStop } from '@portal/release/format/format-values';
import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { ReleaseHead } from '@portal/release/errors';
import type { Refusal } from '@portal/release/refusal';
import type { Release } from '@portal/release/format/release';
import { findPlan } from '@portal/release/operations/read-status';
import type { ChangeResult } from '@portal/release/operations/apply-request';
import type { PartChange } from '@portal/release/release-diff';
import type { Store } from '@portal/release/store';
import { summarizeChanges, formatDateTime, describeRollout, partTitle } from '../pages/format.ts';
import { wrapVersions, message } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';

const paragraphs = (texts: readonly string[]): Html =>
  html`${texts.map((text) => html`<p class="message__text">${wrapVersions(text)}</p>`)}`;

/** How many web servers serve a new release, and after how many milliseconds. */
interface Served {
  readonly servers: number;
  readonly after: number;
}

/** The versions that a promotion gives to only some of the visitors first. */
function guards({ canaries, createdAt }: Release): readonly string[] {
  return Object.entries(canaries).flatMap(([name, canary]) => {
    const plan = findPlan(canary);
    if (!plan?.isPromotion || plan.shareSince !== createdAt) return [];
    return [
      `${partTitle(name)} ${canary.version} is being given to everybody: ${String(canary.percent)} % of the visitors until ${formatDateTime(plan.until)} (UTC), then everybody, unless it is clearly worse. To give it to everybody at once, promote it again.`,
    ];
  });
}

/** Reports a new release; undefined if it is no longer the live one. */
export async function doneMessage(store: Store, number: number, served: Served | undefined): Promise<Html | undefined> {
  const live = await store.latestRelease();
  if (live?.number !== number) return undefined;
  const all =
    served?.servers === 1 ? 'The web server serves it' : `All ${String(served?.servers)} web servers serve it`;
  const told = served ? [`${all}, after ${(served.after / 1000).toFixed(1)} s.`] : [];
  const body = paragraphs([...told, ...guards(live), describeRollout(live.urgent)]);
  return message({ kind: 'success', title: `Release ${String(number)} was created`, body });
}

export function unchangedMessage(number: number): Html {
  return message({
    kind: 'info',
    title: 'Nothing to change',
    body: paragraphs([`Release ${String(number)} is already as requested, so no release was created.`]),
  });
}

/** A form that came after the end of its sign-in is shown again. */
export function savedFormMessage(base: number, live: number): Html {
  const since =
    base === live ? '' : ` Release ${String(base)} was live when you opened it; release ${String(live)} is live now.`;
  return message({
    kind: 'info',
    title: 'Your form is back',
    body: paragraphs([
      `Your sign-in had ended before you sent it, so nothing was changed.${since} Check it, then go on.`,
    ]),
  });
}

/** A version was yanked; undefined if the store knows nothing of it. */
export async function yankedMessage(store: Store, name: string, version: string): Promise<Html | undefined> {
  if ((await store.readYank(name, version)) === undefined) return undefined;
  return message({
    kind: 'success',
    title: `${partTitle(name)} ${version} is yanked`,
    body: paragraphs(['It is never released again, nor used as a fallback.']),
  });
}

/** Another release was created after the manager loaded the board. */
export function overtakenMessage({
  live,
  changes,
  viewer,
}: {
  readonly live: ReleaseHead | undefined;
  /** What changed since then; empty if unknown. */
  readonly changes: readonly PartChange[];
  readonly viewer: Viewer;
}): Html {
  const who = live?.createdBy === viewer.email ? 'You' : live?.createdBy;
  const what = changes.length > 0 ? `: ${summarizeChanges(changes).join(', ')}` : '';
  const event = live
    ? `${String(who)} wrote release ${String(live.number)} on ${formatDateTime(live.createdAt)} (UTC)${what}. Reason: ${withoutStop(live.reason)}.`
    : 'The store no longer has a release.';
  return message({
    kind: 'warning',
    title: 'Somebody was faster',
    body: html`${paragraphs([`${event} Your change was not made. Look at the board, then decide again.`])}
      <div class="message__actions cluster">
        <a class="button button--small" href="/">Show release ${live?.number ?? 0}</a>
      </div>`,
  });
}

/** The release was created, with warnings. */
export function warningMessage({ release, warnings }: ChangeResult): Html {
  return message({
    kind: 'warning',
    title: `Release ${String(release?.number)} was created, with warnings`,
    body: paragraphs(warnings),
  });
}

/** A request waits for a second person's yes. */
export function approvalPendingMessage(until: string): Html {
  return message({
    kind: 'info',
    title: 'Nothing has changed yet',
    body: paragraphs([
      `This change needs a second person's yes. Somebody else who may approve can answer until ${formatDateTime(until)} (UTC), here or on the command line.`,
    ]),
  });
}

/** A second person has answered. */
export function answeredMessage(answer: 'yes' | 'no'): Html {
  return answer === 'yes'
    ? message({ kind: 'success', title: 'Your yes has carried the change out', body: paragraphs([]) })
    : message({ kind: 'info', title: 'The change is declined', body: paragraphs(['Nothing was changed.']) });
}

/** What to do before a request is confirmed. */
export function beforeMessage(warnings: readonly string[]): Html {
  return message({ kind: 'warning', title: 'Before you go on', body: paragraphs(warnings) });
}

/** Each rule that a request breaks, with its remedy. */
export function refusalMessage(refusals: readonly Refusal[]): Html {
  return message({
    kind: 'error',
    title: 'This cannot be released',
    body: html`<ul class="message__text refusals">
      ${refusals.map(({ rule, problem, remedy }) => html`<li>${wrapVersions(`${problem} ${remedy}`)} (Rule: ${rule})</li>`)}
    </ul>`,
  });
}
