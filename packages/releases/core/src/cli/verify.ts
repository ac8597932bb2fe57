import { LogError } from '../release-log/log-error.ts';
import { count } from '../format/format-values.ts';
import { verifyStore } from '../operations/verify-store.ts';
import type { Command } from './command.ts';
import { atMost } from './command.ts';
import { EXIT } from '../service-api/exit-codes.ts';
import { kib, lines } from './format.ts';
import { localLogFile } from './local-settings.ts';

export const VERIFY: Command = {
  name: 'store verify',
  words: '',
  summary: 'check every byte of the store, and its log',
  more: 'Ends with 5 when something must be repaired; what the live release needs is named first.',
  options: ['verbose'],
  async run({ store, words, flag }) {
    atMost(words, 0);
    // A store that is not mounted, or whose name is misspelled, must not look like one that is whole, or was rolled
    // back.
    if ((await store.driver.list('')).length === 0)
      throw new LogError('missing', `There is no store in ${store.place}.`, 'Nothing was checked: name the right one.');
    const result = await verifyStore(store);
    const file = localLogFile(store.place);
    const { objects, bytes, releases, versions, log, problems, notices } = result;
    const looked = `${count(objects, 'object')} (${kib(bytes)}), ${count(releases, 'release')}, ${count(versions, 'version')}`;
    return {
      text: lines(
        problems.length === 0
          ? `The store is complete: ${looked}.`
          : `${String(problems.length)} of ${looked} must be repaired:`,
        ...problems.map(({ live, problem }) => `  ${live ? 'LIVE: ' : ''}${problem}`),
        ...notices.map(({ key, notice }) => `  (${key}: ${notice})`),
        log && `Its log has ${String(log.entries)} entries, all of them signed.`,
        log &&
          flag('verbose') &&
          `Whoever has its checkpoint sees if the newest are removed later. Web servers keep it${file === undefined ? '' : `, and ${file}`}:\n\n${log.checkpoint.trimEnd()}`,
      ),
      json: { ...result, checkpointFile: file ?? null },
      code: problems.length === 0 ? EXIT.done : EXIT.store,
    };
  },
};
