import { pruneStore } from '../operations/prune-store.ts';
import type { Rebuild } from '../operations/rebuild/rebuild-version.ts';
import { rebuildVersion } from '../operations/rebuild/rebuild-version.ts';
import { LocalWorkshop } from '../operations/rebuild/workshop.ts';
import { verifyStore } from '../operations/verify-store.ts';
import type { Call, Command, CommandOutput } from './command.ts';
import { atMost, checkKnown, readBy, readPartVersion } from './command.ts';
import { EXIT } from './exit-codes.ts';
import { lines } from './format.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const KIB = 1024;
const count = (number: number, thing: string) => `${String(number)} ${thing}${number === 1 ? '' : 's'}`;
const kib = (bytes: number) => `${String(Math.ceil(bytes / KIB))} KiB`;

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

/** Builds a version again. A signal to stop ends the build, removes its files, and then has its usual effect. */
async function rebuild({ store, note }: Call, word: string): Promise<CommandOutput> {
  const { name, version } = readPartVersion(word);
  await checkKnown(store, [name]);
  const stop = new AbortController();
  let received: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    received = signal;
    stop.abort();
  };
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  try {
    const workshop = new LocalWorkshop({ repository: process.cwd(), signal: stop.signal, onStep: note });
    const result = await rebuildVersion(store, name, version, workshop);
    const code = result.differences.length === 0 ? EXIT.done : EXIT.attention;
    return { text: formatRebuild(result), json: result, code };
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, onSignal);
    if (received) process.kill(process.pid, received);
  }
}

export const VERIFY: Command = {
  name: 'verify',
  words: '',
  summary: 'check every byte of the store, and the chain of releases',
  more:
    'Writes nothing. Ends with exit code 5 when something must be repaired; what the live release needs is named first. With --rebuild, ' +
    'it checks out the commit of that version from the repository in this folder, builds it again in a temporary folder, and ends with ' +
    'exit code 6 if a byte differs.',
  options: ['rebuild'],
  async run(call) {
    const { store, words, text } = call;
    atMost(words, 0);
    const version = text('rebuild');
    if (version !== undefined) return rebuild(call, version);
    const result = await verifyStore(store);
    const { objects, bytes, releases, versions, newest, problems, notices } = result;
    const looked = `${count(objects, 'object')} (${kib(bytes)}), ${count(releases, 'release')}, ${count(versions, 'version')}`;
    return {
      text: lines(
        problems.length === 0
          ? `The store is complete: ${looked}.`
          : `${String(problems.length)} of ${looked} must be repaired:`,
        ...problems.map(({ live, problem }) => `  ${live ? 'LIVE: ' : ''}${problem}`),
        ...notices.map(({ key, notice }) => `  (${key}: ${notice})`),
        newest
          ? `This check cannot see whether release ${String(newest.number)}, the newest, was altered, or one after it, or a yank, was removed. ` +
              `To prove it later, keep this elsewhere: release ${String(newest.number)}, SHA-256 ${newest.sha256}`
          : undefined,
      ),
      json: result,
      code: problems.length === 0 ? EXIT.done : EXIT.store,
    };
  },
};

export const PRUNE: Command = {
  name: 'prune',
  words: '',
  summary: 'remove versions that the retention rule does not keep',
  more:
    "Keeps versions that are live, a canary or a fallback, or were within 30 days, and each part's last 10 versions. Releases are never " +
    'removed. A pruned version can be published again with the same bytes only.',
  options: ['dry-run', 'by'],
  async run(call) {
    atMost(call.words, 0);
    const dryRun = call.flag('dry-run');
    const result = await pruneStore(call.store, { by: readBy(call), now: new Date(), dryRun });
    const { removed, kept } = result;
    const bytes = removed.reduce((sum, each) => sum + each.bytes, 0);
    const verb = dryRun ? 'would be removed' : 'removed';
    return {
      text: lines(
        removed.length === 0
          ? `Nothing to remove: the retention rule keeps all versions (${String(kept.length)}).`
          : `${count(removed.length, 'version')} (${kib(bytes)}) ${verb}, ${String(kept.length)} kept:`,
        ...removed.map(({ name, version, files }) => `  ${name}@${version} (${String(files)} files of its own)`),
        dryRun && removed.length > 0 ? 'To remove them: npm run release -- prune' : undefined,
      ),
      json: result,
    };
  },
};
