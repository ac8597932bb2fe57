import type { ChangeResult } from '../change.ts';
import { liveVersion } from '../changes.ts';
import { rollBack } from '../operations/roll-back.ts';
import type { Command } from './command.ts';
import { atMost, readName, readVersion } from './command.ts';
import { ORDER_OPTIONS, readOrder } from './order.ts';
import { lines, sayChange } from './say.ts';

function nextAfter({ changes, release }: ChangeResult, name: string): string {
  const own = changes.filter((change) => change.name === name);
  const live = own.find(({ kind }) => kind === 'live');
  const trial = own.find(({ kind }) => kind === 'canary');
  const left = (live ?? trial)?.from ?? null;
  const version = liveVersion(release, name);
  const stays =
    live === undefined && version !== undefined
      ? `Everybody has ${name} ${version} again. To put that back too: the same command again.`
      : undefined;
  const never =
    left === null ? undefined : `So that it never comes back: npm run release -- yank ${name}@${left} --reason "…"`;
  return lines(stays, never) || 'To see it: npm run release -- status';
}

export const ROLLBACK: Command = {
  name: 'rollback',
  words: 'REMOTE',
  summary: 'put one remote back; everything else stays',
  more:
    'Without --to: if a canary of the remote runs, it ends; else the version that was live before returns, passing over yanked ones. With --to: ' +
    'any version that the store has; a canary of the remote ends. A remote that had no version before is taken out. Twice goes back two versions.',
  options: [...ORDER_OPTIONS, 'to', 'urgent'],
  async run(call) {
    atMost(call.words, 1);
    const name = readName(call.words[0], 'rollback');
    const wanted = call.text('to');
    const to = wanted === undefined ? undefined : wanted === 'none' ? null : readVersion(wanted);
    const result = await rollBack(call.store, { ...readOrder(call, 'rollback'), name, to });
    return sayChange(result, nextAfter(result, name));
  },
};
