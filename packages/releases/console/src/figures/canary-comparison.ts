import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import { VITALS } from '@portal/contract/visits';
import { describeJudgement } from '@portal/release/describe-judgement';
import type { CanaryStatus, PlanStatus, WatcherStatus } from '@portal/release-watcher/watcher';
import { formatCount, formatDateTime, formatRate, partTitle } from '../pages/format.ts';
import { table, wrapVersions } from '../pages/layout.ts';
import { describeLoadTime, describeVital, describeVisits } from './describe-figures.ts';
import { failureRate, getFigures } from './figures.ts';
import type { Figures } from './figures.ts';

/** A canary, or what the others got at the same time. */
interface Compared {
  readonly version: string;
  readonly figures: Figures;
}

function comparedIn({ part, version, baseline, since }: CanaryStatus, { visits }: WatcherStatus): readonly Compared[] {
  const from = Date.parse(since.at) / 1000;
  return [version, baseline]
    .filter((each) => each !== null)
    .map((each) => ({ version: each, figures: getFigures(visits, { part, version: each, from }) }));
}

/** What is said of a part's running canary, beside the version of all others since it began. Empty without a canary. */
export function canarySentences(part: string, status: WatcherStatus): readonly string[] {
  const canary = status.canaries.find((each) => each.part === part);
  if (!canary) return [];
  const title = partTitle(part);
  if (status.servers.length === 0)
    return [`How often ${title} ${canary.version} failed is not known: no web server is watched.`];
  const figures = comparedIn(canary, status).map(
    (compared, index) =>
      `${title} ${compared.version}, ${index === 0 ? 'the canary' : 'for all others'}: ${describeVisits(compared.figures)}.`,
  );
  const judgement = canary.judgement ? [describeJudgement(canary.judgement, title)] : [];
  return [...judgement, ...figures, ...(canary.problem === null ? [] : [canary.problem])];
}

const failedText = (figures: Figures): string => {
  const rate = failureRate(figures);
  return rate === undefined ? '–' : `${formatCount(figures.failed)} (${formatRate(rate)})`;
};

function comparisonTable(canary: CanaryStatus, status: WatcherStatus): Html {
  const { part, since } = canary;
  const compared = comparedIn(canary, status);
  const row = (title: string, findText: (compared: Compared) => string | undefined): Html =>
    html`<th scope="row" role="rowheader">${title}</th>
      ${compared.map(
        (each) => html`<td role="cell" data-label="${each.version}" class="numerals">${findText(each) ?? '–'}</td>`,
      )}`;
  const columns = compared.map(({ version }, index) => (index === 0 ? `${version}, canary` : `${version}, all others`));
  const rows = [
    row('Visits', ({ figures }) => formatCount(figures.visits)),
    row('Failed', ({ figures }) => failedText(figures)),
    row('75 % loaded within', ({ figures }) => describeLoadTime(figures)),
    ...VITALS.map((vital) =>
      row(`${vital}, 75 % at most`, ({ version }) =>
        describeVital(status.vitals, vital, { part, version, sinceRelease: since.release }),
      ),
    ),
  ];
  return table(html`aria-label="${partTitle(part)}: the canary and all others"`, ['Figure', ...columns], rows);
}

/**
 * "Plan: 10 % for 2 h, 50 % for a day, then ask. The stage of 10 % is not over yet: at 23.11.2026 05:12 at the
 * earliest."
 */
function planSentence({ text, until, state, waitsFor, next }: PlanStatus, { lookedAt }: WatcherStatus): string {
  if (next === 'everybody' && state !== 'asks')
    return `Everybody gets it at ${formatDateTime(until)} (UTC), because somebody has promoted it, unless it is clearly worse before.`;
  if (state === 'asks') return `Plan: ${text}. It is over: a person decides.`;
  const earliest = until > (lookedAt ?? '') ? ` It ends ${formatDateTime(until)} (UTC) at the earliest.` : '';
  return `Plan: ${text}. ${waitsFor ?? 'The share grows now.'}${earliest}`;
}

/** A running canary beside the version of all others, over the same time. */
export function canaryComparison(part: string, status: WatcherStatus): Html | false {
  const canary = status.canaries.find((each) => each.part === part);
  if (!canary) return false;
  const verdict = canary.judgement?.verdict === 'worse' && html`data-high`;
  const [first, ...others] = canarySentences(part, status);
  return html`<div class="part-row__canary" ${verdict}>
    <p>${wrapVersions(first ?? 'No judgement yet.')}</p>
    ${canary.plan !== null && html`<p>${wrapVersions(planSentence(canary.plan, status))}</p>`}
    ${canary.problem !== null && html`<p>${wrapVersions(others.at(-1) ?? '')}</p>`}
    <details>
      <summary>Figures since ${formatDateTime(canary.since.at)}, beside those of all others</summary>
      <div class="table-box">${comparisonTable(canary, status)}</div>
    </details>
  </div>`;
}
