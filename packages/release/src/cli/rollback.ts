import type { ChangeResult } from '../operations/carry-out.ts';
import type { PartChange } from '../store/release-diff.ts';
import { liveVersion } from '../store/release-diff.ts';
import { rollBack } from '../operations/roll-back.ts';
import type { Command } from './command.ts';
import { atMost, readName, readVersion } from './command.ts';
import { checkKnown } from './known-part.ts';
import { REQUEST_OPTIONS, readReleaseRequest } from './release-request.ts';
import { lines, formatChange } from './format.ts';

interface OwnChanges {
  readonly live: PartChange | undefined;
  readonly canary: PartChange | undefined;
}

/** How a remote comes back that nobody has any more. */
function wayBack({ live, canary }: OwnChanges, name: string): string | undefined {
  const [had, hadCanary] = [live?.from ?? undefined, canary?.from ?? undefined];
  if (had !== undefined) return `npm run release -- promote ${name}@${had} --reason "…"`;
  if (hadCanary === undefined) return undefined;
  return `npm run release -- promote ${name}@${hadCanary} --canary ${String(canary?.fromPercent)} --reason "…"`;
}

function nextAfter({ changes, release }: ChangeResult, name: string): string {
  const version = liveVersion(release, name);
  const own = changes.filter((change) => change.name === name);
  const live = own.find(({ kind }) => kind === 'live');
  const canary = own.find(({ kind }) => kind === 'canary');
  const back = version === undefined ? wayBack({ live, canary }, name) : undefined;
  const left = (live ?? canary)?.from ?? null;
  const stays =
    live === undefined && version !== undefined
      ? `Everybody has ${name} ${version} again. To put that back too: the same command again.`
      : undefined;
  const never =
    left === null ? undefined : `So that it never comes back: npm run release -- yank ${name}@${left} --reason "…"`;
  return (
    lines(stays, back === undefined ? undefined : `To bring it back: ${back}`, never) ||
    'To see it: npm run release -- status'
  );
}

export const ROLLBACK: Command = {
  name: 'rollback',
  words: 'REMOTE',
  summary: 'put one remote back; everything else stays',
  more:
    'Without --to: if a canary of the remote runs, it ends; else the version that was live before returns, passing over yanked ones. With --to: ' +
    'any version that the store has; a canary of the remote ends. Twice goes back two versions. A remote that was not live right before its version ' +
    'came is taken out. Where the history has nothing to go back to (it came with release 1, or all before it is yanked or pruned), or a release that ' +
    'tells of it cannot be read, the answer is a refusal (3), and --to says what is wanted.',
  options: [...REQUEST_OPTIONS, 'to', 'urgent'],
  async run(call) {
    atMost(call.words, 1);
    const name = readName(call.words[0], 'rollback');
    const wanted = call.text('to');
    const to = wanted === undefined ? undefined : wanted === 'none' ? null : readVersion(wanted);
    const request = readReleaseRequest(call, 'rollback');
    await checkKnown(call.store, [name]);
    const result = await rollBack(call.store, { ...request, name, to });
    return formatChange(result, nextAfter(result, name));
  },
};
