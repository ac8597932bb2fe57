import type { Difference, FileDifference, VersionDiff } from '../operations/version-diff.ts';
import { commitsCommand, DIFF_SECTIONS } from '../operations/describe-diff.ts';
import { readVersionDiff } from '../operations/read-version-diff.ts';
import type { Call, Command } from './command.ts';
import { atMost, checkKnown, notPublished, readPartVersion } from './command.ts';
import { UsageError } from '../service-api/exit-codes.ts';
import { lines, table } from './format.ts';

const EXAMPLE = 'mfe-hubs@1.0.0 mfe-hubs@1.2.0';

interface Compared {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** @throws {UsageError} unless it is two published versions of one part. */
async function readWords({ store, words }: Call): Promise<Compared> {
  atMost(words, 2);
  const [first, second] = words.map((word) => readPartVersion(word));
  if (!first || !second) throw new UsageError(`diff needs two versions of a part, such as ${EXAMPLE}.`);
  const { name } = first;
  if (second.name !== name) throw new UsageError(`diff compares two versions of one part, such as ${EXAMPLE}.`);
  await checkKnown(store, [name]);
  for (const { version } of [first, second])
    if (!(await store.wasPublished(name, version))) throw await notPublished(store, name, version);
  return { name, from: first.version, to: second.version };
}

const number = (bytes: number) => bytes.toLocaleString('en-US');

/** How many bytes there are, and how many more or fewer; without a figure where one is not known. */
function change(before: number | null, after: number | null): readonly [string, string] {
  if (before === null || after === null) return [after === null ? '-' : number(after), ''];
  return [number(after), `${after > before ? '+' : ''}${number(after - before)}`];
}

function fileRow({ file, before, after, compressedBefore, compressedAfter }: FileDifference): readonly string[] {
  const what = before === null ? `${file} (new)` : after === null ? `${file} (gone)` : file;
  return [what, ...change(before, after), ...change(compressedBefore, compressedAfter)];
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

function formatText(diff: VersionDiff): string {
  const { name, from, to, files, unchangedFiles, bytes } = diff;
  const command = commitsCommand(diff);
  return lines(
    `${name} ${from} -> ${to}`,
    ...sourceLines(diff),
    command === undefined ? undefined : `  ${command}`,
    `Files: ${String(files.length)} differ, ${String(unchangedFiles)} are the same`,
    files.length === 0
      ? undefined
      : table([
          ['FILE', 'BYTES', 'CHANGE', 'COMPRESSED', 'CHANGE'],
          ...files.map(fileRow),
          fileRow({ file: 'All files', ...bytes }),
        ]),
    ...DIFF_SECTIONS.flatMap(([key, title]) =>
      diff[key]?.length ? [`${title}:`, ...diff[key].map(differenceLine)] : [],
    ),
    diff.catalogues ? undefined : 'Texts of the pages: not known, because files of a version are gone.',
    DIFF_SECTIONS.some(([key]) => diff[key]?.length) ? undefined : 'All that both declare is the same.',
  );
}

export const DIFF: Command = {
  name: 'diff',
  words: 'PART@VERSION PART@VERSION',
  summary: 'what changed between two versions of a part',
  more:
    'Their commits, the bytes of each file, as it is and compressed, routes, header, footer, texts and shared modules. Of pruned versions, what ' +
    'their manifests say.',
  options: [],
  async run(call) {
    const { name, from, to } = await readWords(call);
    const diff = await readVersionDiff(call.store, name, from, to);
    return { text: formatText(diff), json: diff };
  },
};
