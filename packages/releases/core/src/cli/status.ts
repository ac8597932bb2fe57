import { describeChanges } from '../store/release-diff.ts';
import { describeProvenance, describeSource } from '../operations/describe-provenance.ts';
import { describeCheck, describeFaults, describeOutcome } from '../operations/check/describe-check.ts';
import { readHistory } from '../operations/read-history.ts';
import type { PartStatus, Status, VersionStatus } from '../operations/read-status.ts';
import { readStatus } from '../operations/read-status.ts';
import { describeCanaryEnd, describeTimeline } from '../operations/version-timeline.ts';
import type { Task } from '../operations/tasks.ts';
import { listTasks } from '../operations/tasks.ts';
import { duration, minute, withoutStop } from '../format/format-values.ts';
import type { Store } from '../store/store.ts';
import type { Command } from './command.ts';
import { atMost, checkKnown, notPublished, readName, readNumber, readPartVersion } from './command.ts';
import { EXIT, UsageError } from '../service-api/exit-codes.ts';
import { formatGuard, formatRollbackTarget, lines, table } from './format.ts';

function headline({ release }: Status, place: string): string {
  if (!release)
    return `Nothing is live: the store in ${place} has no release yet. Another store: --store ADDRESS. A first release: npm run release -- publish shell`;
  const { number, at, by, reason, action, urgent, breakGlass } = release;
  return `Release ${String(number)} (${action}${urgent ? ', urgent' : ''}), ${minute(at)}, by ${by}${breakGlass ? ' (break-glass)' : ''}: ${reason}`;
}

const EMPTY = '-';

function toRow({ name, live, canary, fallback, secondFallback }: PartStatus, all: Status['parts']): readonly string[] {
  const others = all.filter(
    (other) => other.name !== name && canary && other.canary?.bucketingKey === canary.bucketingKey,
  );
  const together = others.length === 0 ? '' : `, with ${others.map((other) => other.name).join(' and ')}`;
  return [
    name,
    live?.version ?? EMPTY,
    live ? `${minute(live.since.at)}, release ${String(live.since.release)}, ${live.since.by}` : EMPTY,
    canary
      ? `${canary.version} for ${String(canary.percent)} %${together} (${minute(canary.since.at)}, ${canary.since.by})`
      : EMPTY,
    [fallback, secondFallback].filter(Boolean).join(', ') || EMPTY,
  ];
}

function overview({ parts }: Status, all: Status['parts']): string {
  return table([['PART', 'LIVE', 'SINCE', 'CANARY', 'FALLBACKS'], ...parts.map((part) => toRow(part, all))]);
}

function describePlans({ parts }: Status, now: number): readonly string[] {
  return parts.flatMap(({ name, canary }) => {
    if (!canary?.plan) return [];
    const { version, percent, plan } = canary;
    if (plan.isPromotion) return [formatGuard(name, version, { percent, plan }, now)];
    return [`Plan of ${name} ${version}: ${plan.text} (${String(percent)} % since ${minute(plan.shareSince)}).`];
  });
}

/** When everybody got a version last, and for how long. */
function describeLive(live: VersionStatus['live']): string {
  const last = live.at(-1);
  if (!last) return EMPTY;
  const { from, until } = last;
  return `${minute(from)}${until === null ? '' : `, for ${duration(from, until.at)}`}`;
}

function getVersions({ versions }: PartStatus): string {
  return table([
    ['VERSION', 'STATE', 'LIVE', 'STANDING', 'SOURCE', 'WHY'],
    ...versions.map((status) => [
      status.version,
      status.state,
      describeLive(status.live),
      status.assessment.standing,
      describeSource(status.provenance),
      explainProblem(status),
    ]),
  ]);
}

/** What is known of a version, and how its canaries ended. */
function explainProblem(status: VersionStatus): string {
  const { assessment, canaries, check, yank, problem } = status;
  const ended = canaries.flatMap((time) => describeCanaryEnd(status, time) ?? []);
  return [
    assessment.why,
    ...ended.map((how) => `canary ${how}`),
    check && `checked: ${describeOutcome(check)}`,
    yank && `yanked by ${yank.by}: ${withoutStop(yank.reason)}`,
    problem,
  ]
    .filter(Boolean)
    .join('; ');
}

/** Where a version comes from. @throws {UsageError} if the store does not have it. */
async function readOrigin(store: Store, { name, versions }: PartStatus, version: string): Promise<string> {
  const found = versions.find((each) => each.version === version);
  if (!found) throw await notPublished(store, name, version);
  const { state, builtAt, provenance, problem, assessment, check, copied } = found;
  const origin = table([
    ['State', state],
    ['Built', builtAt === null ? EMPTY : minute(builtAt)],
    ...(provenance ? describeProvenance(provenance) : [['Source', describeSource(provenance)]]),
    ['Standing', `${assessment.standing}: ${assessment.why}`],
    ...describeTimeline(found).map(({ at, text }) => ['Past', `${minute(at)}: ${text}`]),
    ...(copied === null ? [] : [['Copied', copied]]),
    ['Checked', check ? describeCheck(check) : `not yet: npm run release -- check ${name}@${version}`],
    ...(problem === null ? [] : [['Problem', problem]]),
  ]);
  return lines(origin, ...(check ? describeFaults(check) : []));
}

function describeDamaged({ damaged, release }: Status): readonly string[] {
  return damaged.map(
    ({ problem }) =>
      `WARNING: ${problem} Meanwhile ${release ? `release ${String(release.number)}` : 'nothing'} is served.`,
  );
}

function describeIncomplete({ incomplete, release }: Status): readonly string[] {
  return incomplete.map(
    ({ name, version, problem }) =>
      `WARNING: ${name} ${version} is incomplete, so a web server that starts now holds release ${String(release?.number)} back: ${problem}`,
  );
}

/** Where the parts go back to; of one part also why it goes back nowhere. */
function describeTargets({ parts }: Status, isOne: boolean): readonly string[] {
  return parts.flatMap(({ name, rollbackTarget }) =>
    rollbackTarget && (isOne || rollbackTarget.kind === 'version') ? [formatRollbackTarget(name, rollbackTarget)] : [],
  );
}

const COMMANDS: Readonly<Partial<Record<Task['kind'], (part: string) => string>>> = {
  'roll-back': (part) => `rollback ${part}`,
  'end-canary': (part) => `canary ${part} end`,
};

/** What has to be done, each with its command; else how a part is rolled back. */
function describeTasks(tasks: readonly Task[], { parts }: Status): readonly string[] {
  const command = (words: string) => `npm run release -- ${words} --reason "…"`;
  const hasTarget = parts.some(({ rollbackTarget }) => rollbackTarget?.kind === 'version');
  if (tasks.length === 0) return hasTarget ? [`To roll a part back: ${command('rollback PART')}`] : [];
  return tasks.flatMap(({ kind, part, text }) => {
    const words = part === null ? undefined : COMMANDS[kind]?.(part);
    return [`What to do now: ${text}`, ...(words === undefined ? [] : [`  ${command(words)}`])];
  });
}

export const STATUS: Command = {
  name: 'status',
  words: '[PART[@VERSION]]',
  summary: 'what is live, in which share, since when and by whom',
  more: 'With a remote: also its versions in the store. With a version: where it comes from, and what built it.',
  options: [],
  async run({ store, words }) {
    atMost(words, 1);
    const [word] = words;
    const named = word?.includes('@') ? readPartVersion(word) : undefined;
    const name = named?.name ?? (word === undefined ? undefined : readName(word, 'status'));
    if (name !== undefined) await checkKnown(store, [name]);
    const status = await readStatus(store);
    const part = status.parts.find((each) => each.name === name);
    const shown = part ? { ...status, parts: [part] } : status;
    const tasks = status.release ? listTasks(shown) : [];
    return {
      text: lines(
        headline(status, store.place),
        status.release || part ? overview(shown, status.parts) : undefined,
        ...describePlans(shown, Date.now()),
        part && (named ? await readOrigin(store, part, named.version) : getVersions(part)),
        ...describeTargets(shown, part !== undefined),
        ...describeDamaged(status),
        ...describeIncomplete(status),
        ...describeTasks(tasks, shown),
      ),
      json: { ...shown, tasks },
      code: status.damaged.length + status.incomplete.length > 0 ? EXIT.store : EXIT.done,
    };
  },
};

const SHOWN = 20;

export const HISTORY: Command = {
  name: 'history',
  words: '',
  summary: 'who released what, when and why, the newest first',
  more: 'Every release is kept, and names the hash of the one before.',
  options: ['limit'],
  async run({ store, words, text }) {
    atMost(words, 0);
    const limit = readNumber(text('limit'), '--limit') ?? SHOWN;
    if (limit === 0) throw new UsageError('--limit needs a number of releases, 1 at least.');
    const entries = await readHistory(store, { limit });
    const output = entries.map((entry) =>
      entry.state === 'damaged'
        ? `${String(entry.number)}  ${entry.skippedBy === null ? 'WARNING: ' : ''}${entry.problem}`
        : `${String(entry.number)}  ${minute(entry.at)}  ${entry.action}${entry.urgent ? ', urgent' : ''}  by ${entry.by}${entry.breakGlass ? ' (break-glass)' : ''}: ${entry.reason}\n` +
          `   ${describeChanges(entry.changes)}`,
    );
    return {
      text: output.length === 0 ? `The store in ${store.place} has no release yet.` : output.join('\n'),
      json: { releases: entries },
    };
  },
};
