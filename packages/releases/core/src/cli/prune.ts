import { count } from '../format/format-values.ts';
import type { Command } from './command.ts';
import { atMost, checkExpected, readBy } from './command.ts';
import { kib, lines } from './format.ts';

export const PRUNE: Command = {
  name: 'store prune',
  words: '',
  summary: 'remove versions that the retention rule does not keep',
  more:
    "Keeps what is live, a canary or a fallback, or was within 30 days, each part's last 10 versions, and its latest good one. Releases stay. A " +
    'pruned version can be published again with the same bytes only.',
  options: ['dry-run', 'by', 'expect'],
  async run(call) {
    atMost(call.words, 0);
    await checkExpected(call);
    const { isDryRun: dryRun } = call;
    const result = await call.writer.prune({ by: readBy(call), now: new Date(), dryRun });
    const { removed, kept } = result;
    const bytes = removed.reduce((sum, each) => sum + each.bytes, 0);
    const verb = dryRun ? 'would be removed' : 'removed';
    return {
      text: lines(
        removed.length === 0
          ? `Nothing to remove: the retention rule keeps all versions (${String(kept.length)}).`
          : `${count(removed.length, 'version')} (${kib(bytes)}) ${verb}, ${String(kept.length)} kept:`,
        ...removed.map(({ name, version, files }) => `  ${name}@${version} (${String(files)} files of its own)`),
      ),
      json: result,
    };
  },
};
