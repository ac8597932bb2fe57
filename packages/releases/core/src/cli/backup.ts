import { areSeparate } from '../operations/separate-stores.ts';
import { backUpStore } from '../operations/back-up-store.ts';
import { count } from '../format/format-values.ts';
import { dryRunDriver } from '../store/dry-run-driver.ts';
import { openDriver } from '../store/open-driver.ts';
import type { Command } from './command.ts';
import { atMost } from './command.ts';
import { EXIT, UsageError } from '../service-api/exit-codes.ts';
import { kib, lines } from './format.ts';

export const BACKUP: Command = {
  name: 'store backup',
  words: '',
  summary: 'copy the store to another place, or what is new in it since the last time',
  more:
    'The copy is a whole store at every moment, also while others release. Nothing damaged is copied, nothing that the copy has is lost, and what ' +
    'the store lacks is named. To bring a copy back: --store COPY --to STORE.',
  options: ['to', 'dry-run'],
  async run({ store, service, words, text, isDryRun }) {
    atMost(words, 0);
    if (service) throw new UsageError('backup reads the store itself: name it with --store.');
    const to = text('to');
    if (to === undefined || to === '') throw new UsageError('backup needs --to: a folder, or s3://BUCKET/PREFIX.');
    const place = openDriver(to);
    const copy = isDryRun ? dryRunDriver(place) : place;
    if (!areSeparate(store.place, copy.place))
      throw new UsageError(
        `${copy.place} and the store in ${store.place} are one place, or one is in the other: name a place apart.`,
      );
    const result = await backUpStore(store, copy);
    const { entries, copied, bytes, damaged, lost } = result;
    const isWhole = damaged.length + lost.length === 0;
    return {
      text: lines(
        `${to} ${isDryRun ? 'would have' : 'has'} the log up to entry ${String(entries)}: ` +
          (copied === 0 ? 'nothing was new.' : `${count(copied, 'new object')} (${kib(bytes)}).`),
        ...lost.map((key) => `  ${key} is missing, and the copy has it.`),
        ...damaged.map((key) => `  ${key} is missing or damaged, and was not copied.`),
        ...(isWhole && !isDryRun ? [`Next, now and then: npm run release -- store verify --store ${to}`] : []),
        ...(lost.length > 0
          ? [`To bring back what the copy has: npm run release -- store backup --store ${to} --to ${store.place}`]
          : []),
        ...(damaged.length > 0
          ? [
              'Somebody may have been writing what was not copied: repeat the command. If it stays, see: npm run release -- store verify',
            ]
          : []),
      ),
      json: { ...result, to },
      code: isWhole ? EXIT.done : EXIT.store,
    };
  },
};
