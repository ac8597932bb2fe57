import { describeJudgement, describeTimes } from '../judge/describe-judgement.ts';
import { judgeCanary } from '../judge/judge-canary.ts';
import type { Judgement, Verdict } from '../judge/judgement.ts';
import { minute } from '../format/format-values.ts';
import { readHistory } from '../operations/read-history.ts';
import type { PartStatus } from '../operations/read-status.ts';
import { readStatus } from '../operations/read-status.ts';
import type { Store } from '../store/store.ts';
import { suggestion } from '../format/suggestion.ts';
import { parseStages } from '../format/staged-plan.ts';
import type { ChangeBy } from '../policy/release-request.ts';
import type { Call, Command, CommandOutput } from './command.ts';
import {
  atMost,
  checkKnown,
  readName,
  readPartVersion,
  readRequest,
  readVersions,
  REQUEST_OPTIONS,
} from './command.ts';
import type { ExitCode } from '../service-api/exit-codes.ts';
import { EXIT, UsageError } from '../service-api/exit-codes.ts';
import { formatChange, lines } from './format.ts';
import { preview } from './preview.ts';

const EXIT_OF = {
  'no-worse': EXIT.done,
  worse: EXIT.worse,
  inconclusive: EXIT.inconclusive,
  'no-baseline': EXIT.attention,
} as const satisfies Readonly<Record<Verdict, ExitCode>>;

const next = ({ verdict, part, canary }: Judgement): string => {
  switch (verdict) {
    case 'no-worse':
      return `For everybody: npm run release -- promote ${part}@${canary} --reason "…"`;
    case 'worse':
      return `To end it: npm run release -- canary ${part} end --reason "…"`;
    case 'inconclusive':
      return 'Ask again later, as often as you like: that makes no mistake more likely.';
    case 'no-baseline':
      return 'Look at the errors in the console.';
  }
};

/** Says that a version is no canary: everybody has it, or somebody ended its canary, or it was none. */
async function describeNoCanary(
  store: Store,
  { name: part, version: asked, live }: Pick<PartStatus, 'name' | 'live'> & { readonly version?: string | undefined },
): Promise<CommandOutput> {
  if (asked !== undefined && live?.version === asked) {
    const { release, at, by } = live.since;
    return {
      text: `${part} ${asked} is not a canary: ${by} gave it to everybody with release ${String(release)}, ${minute(at)}.`,
      json: { judgement: null, ended: null, live: live.since },
      code: EXIT.refused,
    };
  }
  const history = await readHistory(store);
  const ended = history
    .flatMap((entry) => (entry.state === 'intact' ? [entry] : []))
    .find(({ changes }) =>
      changes.some(
        ({ name, kind, from, to }) =>
          name === part && kind === 'canary' && from !== null && to !== from && (asked ?? from) === from,
      ),
    );
  const what = asked === undefined ? `${part} has no canary` : `${part} ${asked} is not a canary`;
  return {
    text: ended
      ? `${what} any more: ${ended.by} ended it with release ${String(ended.number)}, ${minute(ended.at)}: ${ended.reason}`
      : `${what}, and was none before.`,
    json: {
      judgement: null,
      ended: ended ? { release: ended.number, at: ended.at, by: ended.by, reason: ended.reason } : null,
    },
    code: EXIT.refused,
  };
}

/** Compares a canary with the version that the others get, by what visitors felt. */
async function judge({ store, visits }: Call, name: string, version: string | undefined): Promise<CommandOutput> {
  const part = (await readStatus(store)).parts.find((each) => each.name === name);
  const canary = part?.canary ?? undefined;
  if (!canary || (version ?? canary.version) !== canary.version)
    return describeNoCanary(store, { name, version, live: part?.live ?? null });
  const { servers, problems } = await visits();
  const warnings = problems.map((problem) => `WARNING: ${problem}.`);
  if (servers.length === 0) {
    const text = lines('No web server tells what visitors felt.', ...warnings);
    return { text, json: { judgement: null, problems }, code: EXIT.inconclusive };
  }
  const judgement = judgeCanary(servers, {
    part: name,
    canary: canary.version,
    baseline: part?.live?.version ?? null,
    sinceRelease: canary.since.release,
  });
  return {
    text: lines(describeJudgement(judgement), describeTimes(judgement), next(judgement), ...warnings),
    json: { judgement, sentence: describeJudgement(judgement), problems },
    code: EXIT_OF[judgement.verdict],
  };
}

/** Gives everybody the live version. */
async function end(call: Call, name: string): Promise<CommandOutput> {
  const request = readRequest(call, { action: 'end-canary', names: [name] });
  const before = (await call.store.latestRelease())?.canaries[name];
  const result = await call.writer.apply(request);
  const never = before && `So that it never comes back: npm run release -- yank ${name}@${before.version} --reason "…"`;
  return formatChange(result, never ?? 'To see it: npm run release -- status');
}

const SHARE = /^(\d{1,2}) ?%?$/;

/** The share and plan of a canary. @throws {UsageError} */
function readShare(
  words: readonly string[],
  plan: string | undefined,
): Pick<ChangeBy<'promote'>, 'percent' | 'stages'> {
  const [word] = words;
  const percent = word === undefined ? undefined : Number(SHARE.exec(word)?.[1]);
  if (percent !== undefined && !(percent >= 1))
    throw new UsageError(`"${String(word)}" is no share of the visitors: it is like "10%", from 1 to 99.`);
  if (plan === undefined && percent === undefined)
    throw new UsageError('canary needs a share of the visitors, such as "10%", or --plan, or --preview.');
  if (plan === undefined) return { percent };
  const stages = parseStages(plan);
  if (typeof stages === 'string') throw new UsageError(stages);
  return { percent: percent ?? stages[0]?.percent, stages };
}

/** Gives versions to a share of the visitors, or shows them to who opens an address. */
async function begin(call: Call): Promise<CommandOutput> {
  if (call.flag('preview')) return preview(call);
  if (call.text('override') !== undefined) throw new UsageError('--override needs --preview: no visitor gets it.');
  const named = call.words.filter((word) => word.includes('@'));
  const others = call.words.filter((word) => !word.includes('@'));
  const versions = readVersions(named);
  atMost(others, 1);
  const share = readShare(others, call.text('plan'));
  const request = readRequest(call, { action: 'promote', versions, ...share });
  await checkKnown(call.store, Object.keys(versions));
  const ends = Object.keys(versions).map((name) => `npm run release -- canary ${name} end --reason "…"`);
  return formatChange(
    await call.writer.apply(request),
    `To end it:\n  ${ends.join('\n  ')}\nFor everybody:\n  npm run release -- promote ${named.join(' ')} --reason "…"`,
  );
}

export const CANARY: Command = {
  name: 'canary',
  words: 'PART@VERSION … 10%',
  summary: 'give a version to a share of the visitors; PART end ends that, PART judge tells how it does',
  more:
    'Versions that fit only each other begin together. Another share keeps the visitors who have it. With --plan, the watcher raises the share ' +
    '(docs/canary.md). "end" gives everybody the live version. "judge" compares it with its baseline, as often as you like, and ends with 0 if it is ' +
    'surely no worse, 7 if clearly worse, 75 if inconclusive, 6 without a baseline, 3 without such a canary. With --preview, no visitor gets anything: ' +
    'the answer is an address that shows the versions for a day to whoever opens it; with --override, also a PART from a development server.',
  options: [...REQUEST_OPTIONS, 'plan', 'urgent', 'anyway', 'preview', 'override', 'portal'],
  async run(call) {
    const [word, verb, ...rest] = call.words;
    if (word === undefined) throw new UsageError('canary needs a PART@VERSION, such as mfe-hubs@1.2.0.');
    const begins = word.includes('@') || call.flag('preview') || call.text('override') !== undefined;
    if (verb !== 'end' && verb !== 'judge' && begins) return begin(call);
    atMost(rest, 0);
    const { name, version } = word.includes('@')
      ? readPartVersion(word)
      : { name: readName(word, 'canary'), version: undefined };
    await checkKnown(call.store, [name]);
    if (verb === 'end') return end(call, name);
    if (verb === 'judge' && call.text('expect') !== undefined)
      throw new UsageError('canary PART judge changes nothing, and takes no --expect.');
    if (verb === 'judge') return judge(call, name, version);
    throw new UsageError(
      `canary ${name} needs "end" or "judge". ${suggestion(verb ?? '', ['end', 'judge'])}A canary begins with ${name}@VERSION and a share.`,
    );
  },
};
