import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import { describeLogRefusal } from '@portal/release/operations/served-release';
import type { ServerStatus, WatcherStatus } from '@portal/release-watcher/watcher';
import { formatCount, formatDateTime, partTitle } from '../pages/format.ts';
import { wrapVersions } from '../pages/layout.ts';

const REASONS: Readonly<Record<string, string>> = {
  'no-token': 'without the token of a page',
  forged: 'with a token that nobody with the key has signed',
  expired: 'an hour or more after their page was given out',
  'other-view': 'about a version that their page did not have',
  'page-limit': 'above the limit of a page',
  'address-limit': 'above the limit of an address',
  'too-many': 'beyond what a web server takes at once',
  translation: 'of crashes caused by a translation of the page',
  extension: 'of crashes caused by a browser extension',
};

function serverItem({ address, problem, served, refuses, startedAt }: ServerStatus): Html {
  const text =
    problem ??
    `serves release ${String(served ?? 0)}${startedAt === null ? '' : `, started ${formatDateTime(startedAt)}`}${refuses === null ? '' : `; ${describeLogRefusal(refuses)}`}`;
  return html`<li>${address}: ${text}</li>`;
}

function ignoredList({ ignored }: WatcherStatus): Html | false {
  const counted = Object.entries(ignored).filter(([, count]) => count > 0);
  return (
    counted.length > 0 &&
    html`<h3>Reports that count for nothing</h3>
      <ul class="changes">
        ${counted.map(([reason, count]) => html`<li>${formatCount(count)} ${REASONS[reason] ?? reason}</li>`)}
      </ul>`
  );
}

function canaryItem({ canaries }: WatcherStatus): readonly Html[] {
  return canaries.map(
    ({ part, version, endsByItself }) =>
      html`<li>
        ${wrapVersions(`${partTitle(part)} ${version}`)}:
        ${endsByItself ? 'ends by itself once it is clearly worse' : 'a person has to end it'}
      </li>`,
  );
}

/** The watcher runs in the release service, if the console is the client of one. */
export const whyNoServers = (isClient: boolean): string =>
  `METRICS_URL is not set${isClient ? ' in the release service' : ''}`;

/** What the watcher looks at, what it has done, and whom it tells. */
export function watcherSection(status: WatcherStatus, isClient: boolean): Html {
  const { lookedAt, servers, canaries, announcements, receivers, planPause } = status;
  const failing = receivers.filter(({ problem }) => problem !== null);
  return html`<details class="watcher">
    <summary>
      <h2>Watching</h2>
      <span class="soft"
        >${lookedAt === null ? 'Not yet looked' : `Looked at ${formatDateTime(lookedAt)}`}${failing.length > 0 && `; ${failing.length} of ${receivers.length} receivers fail`}</span
      >
    </summary>
    <div class="card stack">
      <h3>Web servers</h3>
      ${
        servers.length === 0
          ? html`<p>None is known: ${whyNoServers(isClient)}.</p>`
          : html`<ul class="changes">
              ${servers.map(serverItem)}
            </ul>`
      }
      ${
        canaries.length > 0 &&
        html`<h3>Canaries</h3>
          <ul class="changes">
            ${canaryItem(status)}
          </ul>`
      }
      ${planPause !== null && html`<p>Plans are paused: ${planPause}.</p>`} ${ignoredList(status)}
      ${
        receivers.length > 0 &&
        html`<h3>Who is told</h3>
          <ul class="changes">
            ${receivers.map(
              ({ name, problem, waiting, sentAt }) =>
                html`<li>
                  ${name}:
                  ${problem ?? (sentAt === null ? 'nothing sent yet' : `last told ${formatDateTime(sentAt)}`)}${waiting > 0 && `, ${waiting} waiting`}
                </li>`,
            )}
          </ul>`
      }
      ${
        announcements.length > 0 &&
        html`<h3>What happened</h3>
          <ul class="changes">
            ${announcements.slice(0, 10).map(({ at, text }) => html`<li>${formatDateTime(at)}: ${wrapVersions(text)}</li>`)}
          </ul>`
      }
    </div>
  </details>`;
}
