import { rollBack } from '../operations/roll-back.ts';
import type { Command } from './command.ts';
import { atMost, readName, readVersion } from './command.ts';
import { ORDER_OPTIONS, readOrder } from './order.ts';
import { sayChange } from './say.ts';

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
    const left = result.changes.find((change) => change.name === name && change.kind !== 'fallback')?.from;
    const next =
      left === undefined || left === null
        ? 'To see it: npm run release -- status'
        : `So that it never comes back: npm run release -- yank ${name}@${left} --reason "…"`;
    return sayChange(result, next);
  },
};
