import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { Status } from '@portal/release/operations/read-status';
import type { WatcherStatus } from '@portal/release-watcher/watcher';
import { aheadWarnings, describeLogRefusal } from '@portal/release/operations/served-release';
import { isOverdue } from '@portal/release/operations/guarded-promotion';
import { formatDateTime, partTitle } from '../pages/format.ts';
import { message } from '../pages/layout.ts';

/** How long web servers may take to pick up a new release. */
const PICK_UP_LIMIT_MS = 10_000;

/** What is wrong with the store, a web server, or who is told. */
interface Problem {
  readonly kind: 'error' | 'warning';
  readonly title: string;
  readonly text: string;
}

interface Seen {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly status: Status;
  readonly watched: WatcherStatus;
}

function damagedReleases({ status: { damaged }, watched: { servers } }: Seen): readonly Problem[] {
  return damaged.map(({ number, problem }) => {
    const isServed = servers.some(({ served }) => served === number);
    const consequence = isServed ? ', and served only until the web server restarts' : ' and is not served';
    return { kind: 'error', title: `Release ${String(number)} is damaged${consequence}`, text: problem };
  });
}

function incompleteVersions({ status: { incomplete, release }, watched: { servers } }: Seen): readonly Problem[] {
  if (incomplete.length > 0)
    return incomplete.map(({ name, version, problem }) => ({
      kind: 'error',
      title: `A file of ${partTitle(name)} ${version} is missing or damaged`,
      text: `A web server that starts now holds the live release back. ${problem}`,
    }));
  const holding = servers.filter(({ heldBack }) => release !== null && heldBack.includes(release.number));
  return holding.map(({ address }) => ({
    kind: 'error',
    title: 'Files of the live release are missing or damaged',
    text: `The web server at ${address} holds it back. "npm run release -- store verify" lists them.`,
  }));
}

/** Web servers that take nothing new from the store. */
function refusingServers({ watched: { servers } }: Seen): readonly Problem[] {
  return servers.flatMap(({ address, refuses }) =>
    refuses === null
      ? []
      : [
          {
            kind: 'error',
            title: `The web server at ${address} ${describeLogRefusal(refuses)}`,
            text: 'It stays with what it serves. What to do is in its log.',
          },
        ],
  );
}

/** Web servers that serve another release than the live one, once they had the time to pick it up. */
function lateServers({ now, status: { release, damaged }, watched: { servers } }: Seen): readonly Problem[] {
  // The writer's clock may be ahead, hence the absolute difference.
  if (!release || Math.abs(now - Date.parse(release.at)) <= PICK_UP_LIMIT_MS) return [];
  // A newer release that is damaged, and a log that is refused, are reported above.
  const isReported = (served: number) => damaged.some(({ number }) => number === served && number > release.number);
  return servers.flatMap(({ address, served, refuses }) =>
    served === null || served === release.number || isReported(served) || refuses !== null
      ? []
      : [
          {
            kind: 'warning',
            title: `The web server at ${address} serves release ${String(served)}`,
            text:
              served > release.number
                ? aheadWarnings([{ address, served }], release.number).join(' ')
                : `Release ${String(release.number)} is the newest, but is not served. "npm run release -- store verify" shows why.`,
          },
        ],
  );
}

/** Promotions that no watcher goes on with. */
function overduePromotions({ now, status: { parts } }: Seen): readonly Problem[] {
  return parts.flatMap(({ name, canary }): readonly Problem[] =>
    canary?.plan && isOverdue(canary.plan, now)
      ? [
          {
            kind: 'warning',
            title: `${partTitle(name)} ${canary.version} was to be given to everybody at ${formatDateTime(canary.plan.until)} (UTC)`,
            text: `Still only ${String(canary.percent)} % of the visitors get it: the watcher does not run, or could not do it. Promote it again, and everybody gets it at once; or end it.`,
          },
        ]
      : [],
  );
}

/** Versions that failed in half of the first visits since everybody has got them. */
function failingParts({ status: { parts }, watched: { announcements } }: Seen): readonly Problem[] {
  return announcements.flatMap(({ type, part: name, version, text }): readonly Problem[] => {
    const part = parts.find((each) => each.name === name);
    if (type !== 'part.fails' || part?.live?.version !== version) return [];
    const status = part?.versions.find((each) => each.version === version);
    if (!part || status?.assessment.standing === 'good') return [];
    return [{ kind: 'error', title: `${partTitle(part.name)} ${String(version)} fails`, text }];
  });
}

/** Problems of the store, of web servers, and of those who are told. */
export function findProblems(seen: Seen): readonly Problem[] {
  const failing = seen.watched.receivers.filter(({ problem }) => problem !== null);
  return [
    ...damagedReleases(seen),
    ...incompleteVersions(seen),
    ...refusingServers(seen),
    ...lateServers(seen),
    ...failingParts(seen),
    ...overduePromotions(seen),
    ...failing.map(
      ({ name, problem }) => ({ kind: 'warning', title: `${name} is not told`, text: problem ?? '' }) as const,
    ),
  ];
}

/** A message for each problem. */
export function problemMessages(seen: Seen): readonly Html[] {
  return findProblems(seen).map(({ kind, title, text }) =>
    message({ kind, title, body: html`<p class="message__text">${text}</p>` }),
  );
}
