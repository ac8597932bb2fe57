import { describeJudgement, describeTimes } from '../judge/describe-judgement.ts';
import { judgeCanary } from '../judge/judge-canary.ts';
import type { Judgement, Verdict } from '../judge/judgement.ts';
import { minute } from '../format/plain-figures.ts';
import { readHistory } from '../operations/read-history.ts';
import type { PartStatus } from '../operations/read-status.ts';
import { readStatus } from '../operations/read-status.ts';
import type { Store } from '../store/store.ts';
import type { Command, CommandOutput } from './command.ts';
import { atMost, checkKnown, readName, readPartVersion } from './command.ts';
import type { ExitCode } from '../service-api/exit-codes.ts';
import { EXIT } from '../service-api/exit-codes.ts';
import { lines } from './format.ts';

const EXIT_OF = {
  'no-worse': EXIT.done,
  worse: EXIT.worse,
  'too-early': EXIT.tooEarly,
  'no-baseline': EXIT.attention,
} as const satisfies Readonly<Record<Verdict, ExitCode>>;

const next = ({ verdict, part, canary }: Judgement): string => {
  switch (verdict) {
    case 'no-worse':
      return `For everybody: npm run release -- promote ${part}@${canary} --reason "…"`;
    case 'worse':
      return `To end the canary: npm run release -- rollback ${part} --reason "…"`;
    case 'too-early':
      return 'Ask again later, as often as you like: that makes no mistake more likely.';
    case 'no-baseline':
      return 'Look at the errors in the console.';
  }
};

/** Says that a version is no canary: everybody has it, or somebody ended its canary, or it was none. */
async function sayNoCanary(
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

export const JUDGE: Command = {
  name: 'judge',
  words: 'PART[@VERSION]',
  summary: 'compare a canary with the version that the others get, by what visitors felt',
  more:
    'Reads the visits that the web servers of METRICS_URL counted since the canary began, and says in one sentence how it does (docs/canary.md). ' +
    'Ask as often as you like: at most one healthy canary in 100 is ever called worse. Ends with 0 if it is surely no worse, 7 if it is clearly ' +
    'worse, 75 if it is too early to tell, 6 if there is no version to compare it with, and 3 if there is no such canary (any more). Changes nothing.',
  options: [],
  async run({ store, visits, words: [word, ...rest] }) {
    atMost(rest, 0);
    const asked = word?.includes('@') ? readPartVersion(word) : { name: readName(word, 'judge'), version: undefined };
    const { name, version } = asked;
    await checkKnown(store, [name]);
    const part = (await readStatus(store)).parts.find((each) => each.name === name);
    const canary = part?.canary ?? undefined;
    if (!canary || (version ?? canary.version) !== canary.version)
      return sayNoCanary(store, { ...asked, live: part?.live ?? null });
    const { servers, problems } = await visits();
    const warnings = problems.map((problem) => `WARNING: ${problem}.`);
    if (servers.length === 0) {
      const text = lines('No web server tells what visitors felt.', ...warnings);
      return { text, json: { judgement: null, problems }, code: EXIT.tooEarly };
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
  },
};
