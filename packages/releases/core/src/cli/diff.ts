import type { Difference, FileDifference, VersionDiff } from '../operations/version-diff.ts';
import { commitsCommand, DIFF_SECTIONS } from '../operations/describe-diff.ts';
import { readVersionDiff } from '../operations/read-version-diff.ts';
import type { Call, Command } from './command.ts';
import { atMost, checkKnown, notPublished, readPartVersion } from './command.ts';
import { UsageError } from '../service-api/exit-codes.ts';
import { kib, lines, table } from './format.ts';

const EXAMPLE = 'mfe-hubs@1.0.0 mfe-hubs@1.2.0';

interface Compared {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** @throws {UsageError} unless it is two published versions of one part. */
async function readWords({ store, words }: Call): Promise<Compared> {
  atMost(words, 2);
  const [first, second] = words.map(readPartVersion);
  if (!first || !second) throw new UsageError(`diff needs two versions of a part, such as ${EXAMPLE}.`);
  const { name } = first;
  if (second.name !== name) throw new UsageError(`diff compares two versions of one part, such as ${EXAMPLE}.`);
  await checkKnown(store, [name]);
  for (const { version } of [first, second])
    if (!(await store.wasPublished(name, version))) throw await notPublished(store, name, version);
  return { name, from: first.version, to: second.version };
}

const sign = (bytes: number) => (bytes < 0 ? `-${kib(-bytes)}` : `+${kib(bytes)}`);

function fileRow({ file, before, after }: FileDifference): readonly string[] {
  if (before === null) return [file, 'new', kib(after ?? 0)];
  return after === null ? [file, 'gone', kib(before)] : [file, sign(after - before), kib(after)];
}

function differenceLine({ what, before, after }: Difference): string {
  if (before === null) return `  + ${what}: ${String(after)}`;
  return after === null ? `  - ${what}: ${before}` : `  ${what}: ${before} -> ${after}`;
}

function sourceLines(diff: VersionDiff): readonly string[] {
  const { repository, from, to, clean } = diff.sources;
  if (from === null || to === null) return ['Commits: not known, because a build does not name its commit.'];
  const unclean = clean ? '' : ' (built with uncommitted changes)';
  return [`Commits: ${from}..${to}${unclean}`, ...(repository === null ? [] : [`  of ${repository}`])];
}

function textOf(diff: VersionDiff): string {
  const { name, from, to, files, unchangedFiles, bytes } = diff;
  const command = commitsCommand(diff);
  return lines(
    `${name} ${from} -> ${to}`,
    ...sourceLines(diff),
    command === undefined ? undefined : `  ${command}`,
    `Files: ${String(files.length)} differ, ${String(unchangedFiles)} are the same; ${kib(bytes.before)} -> ${kib(bytes.after)} uncompressed`,
    files.length === 0 ? undefined : table(files.map(fileRow)),
    ...DIFF_SECTIONS.flatMap(([key, title]) =>
      diff[key].length === 0 ? [] : [`${title}:`, ...diff[key].map(differenceLine)],
    ),
    ...(DIFF_SECTIONS.every(([key]) => diff[key].length === 0)
      ? ['Routes, header, footer, texts of the declaration, contract and shared modules are the same.']
      : []),
  );
}

export const DIFF: Command = {
  name: 'diff',
  words: 'PART@VERSION PART@VERSION',
  summary: 'what changed between two versions of a part',
  more:
    'Compares what both builds recorded: their commits, the size of each file, routes with their access, header, footer, texts of the ' +
    'declaration, the contract and shared modules. Pruned versions can be compared, too, without their commits.',
  options: [],
  async run(call) {
    const { name, from, to } = await readWords(call);
    const diff = await readVersionDiff(call.store, name, from, to);
    return { text: textOf(diff), json: diff };
  },
};
