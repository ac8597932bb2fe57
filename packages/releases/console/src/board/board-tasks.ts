import type { Approval } from '@portal/release/access/requests';
import type { PartStatus, Status } from '@portal/release/operations/read-status';
import type { Task } from '@portal/release/operations/tasks';
import { TASK_KINDS, listTasks } from '@portal/release/operations/tasks';
import type { WatcherStatus } from '@portal/release-watcher/watcher';
import { describeRequest, getName } from '../approvals/approvals-section.ts';
import { dayBefore, FAILURE_BUDGET, failureRate, getFigures, isAboveBudget } from '../figures/figures.ts';
import { formatRate, partTitle } from '../pages/format.ts';
import { whyNoServers } from '../watcher/watcher-section.ts';
import { findProblems } from './problem-messages.ts';

/** What the board knows of what is live and of what waits. */
interface Seen {
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly status: Status;
  readonly watched: WatcherStatus;
  readonly approvals: readonly Approval[];
  /** Whether the console is the client of a release service. */
  readonly isClient: boolean;
}

const byUrgency = (a: Task, b: Task) => TASK_KINDS.indexOf(a.kind) - TASK_KINDS.indexOf(b.kind);

/** What the store knows, with the names that the board gives to parts. */
function ofStore({ status }: Seen): readonly Task[] {
  return listTasks(status).map(({ text, ...task }) => ({
    ...task,
    text: task.part === null ? text : text.replaceAll(task.part, partTitle(task.part)),
  }));
}

/** Live versions that fail more often than they should, with nothing to compare them with. */
function aboveBudget({ status: { parts }, watched: { visits }, now }: Seen): readonly Task[] {
  return parts.flatMap(({ name, live }): readonly Task[] => {
    const figures = live && getFigures(visits, { part: name, version: live.version, from: dayBefore(now) });
    if (!live || !figures || !isAboveBudget(figures)) return [];
    const text = `${partTitle(name)} ${live.version} fails in ${formatRate(failureRate(figures) ?? 0)} of its visits, more than ${formatRate(FAILURE_BUDGET)}: look at its errors.`;
    return [{ kind: 'look', part: name, text }];
  });
}

/** Staged plans that are over. */
function questions({ watched: { canaries } }: Seen): readonly Task[] {
  return canaries
    .filter(({ plan }) => plan?.state === 'asks')
    .map(({ part, version }) => ({
      kind: 'decide',
      part,
      text: `The plan of ${partTitle(part)} ${version} is over: give it to everybody, or end its canary.`,
    }));
}

function requests({ approvals }: Seen): readonly Task[] {
  return approvals.map((approval) => ({
    kind: approval.mayAnswer ? 'approve' : 'wait',
    part: null,
    text: `A request waits for ${approval.mayAnswer ? 'your approval' : 'somebody else’s approval'}: ${getName(approval)} asks to ${describeRequest(approval)}.`,
  }));
}

/** What the messages below the first sentence explain. */
function problems(seen: Seen): readonly Task[] {
  return findProblems(seen).map(({ kind, title }) => ({
    kind: kind === 'error' ? 'repair' : 'look',
    part: null,
    text: `${title}: what to do is below.`,
  }));
}

/** Why visits are not known, or not all of them. */
function blindness({ watched: { servers }, isClient }: Seen): readonly Task[] {
  const silent = servers.find(({ problem }) => problem !== null);
  const text =
    servers.length === 0
      ? `No visits are known, so nobody sees what fails: ${whyNoServers(isClient)}. Releasing works all the same.`
      : `Visits are incomplete: ${silent?.problem ?? ''}. Releasing works all the same.`;
  return servers.length === 0 || silent ? [{ kind: 'wait', part: null, text }] : [];
}

/** What a person has to do, the most urgent first. */
export function boardTasks(seen: Seen): readonly Task[] {
  return [ofStore, aboveBudget, problems, requests, questions, blindness]
    .flatMap((find) => find(seen))
    .toSorted(byUrgency);
}

const getCanary = ({ name, canary }: PartStatus) => (canary ? [`${partTitle(name)} ${canary.version}`] : []);

/** Why nobody has to do anything. */
export function describeNothingToDo({ release, parts }: Status): string {
  const canaries = parts.flatMap(getCanary);
  if (release?.action === 'end-canary' && release.by === 'watcher')
    return `Nothing to do: the watcher has ended a canary, because ${release.reason}`;
  if (canaries.length > 0)
    return `Nothing to do: ${canaries.join(' and ')} ${canaries.length === 1 ? 'runs as a canary' : 'run as canaries'}, and nothing speaks against ${canaries.length === 1 ? 'it' : 'them'}.`;
  return 'Nothing to do: every part is as people left it.';
}
