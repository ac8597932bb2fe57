import { count } from '../operations/plain-figures.ts';
import type { Rebuild } from '../operations/rebuild/rebuild-version.ts';
import { rebuildVersion } from '../operations/rebuild/rebuild-version.ts';
import { LocalWorkshop } from '../operations/rebuild/workshop.ts';
import type { Call, CommandOutput } from './command.ts';
import { checkKnown, readPartVersion } from './command.ts';
import { EXIT, UsageError } from './exit-codes.ts';
import { lines } from './format.ts';
import { untilStopped } from './until-stopped.ts';

/** The file, and which of the two builds has it. */
const PLACES = { both: 'differs', published: 'only published', rebuilt: 'only rebuilt' } as const;

function formatRebuild({ name, version, commit, files, differences, node }: Rebuild): string {
  const what = `${name} ${version}`;
  return lines(
    differences.length === 0
      ? `${what}: same bytes. Commit ${commit} gives ${count(files, 'file')} and the manifest as they are published.`
      : `${what}: other bytes. Commit ${commit} does not give what is published:`,
    ...differences.map(({ file, in: place }) => `  ${PLACES[place]}: ${file}`),
    node.published === node.rebuilt
      ? undefined
      : `(Node ${node.published} built the published version, Node ${node.rebuilt} built it now.)`,
  );
}

/** `verify --rebuild`: builds a version again. */
export async function verifyRebuild({ store, note }: Call, word: string): Promise<CommandOutput> {
  const { name, version } = readPartVersion(word);
  await checkKnown(store, [name]);
  return untilStopped(async (signal) => {
    const workshop = new LocalWorkshop({ repository: process.cwd(), signal, onStep: note });
    if (!(await workshop.hasRepository()))
      throw new UsageError(
        'verify --rebuild builds the sources of a version again: give it in a checkout of them, with git.',
      );
    const result = await rebuildVersion(store, name, version, workshop);
    const code = result.differences.length === 0 ? EXIT.done : EXIT.attention;
    return { text: formatRebuild(result), json: result, code };
  });
}
