import { copyVersion } from '../operations/copy/copy-version.ts';
import { describeShown } from '../staging/describe-copy.ts';
import type { Call, Command } from './command.ts';
import { atMost, checkKnown, readBy, readPartVersion } from './command.ts';
import { UsageError } from '../service-api/exit-codes.ts';
import { lines } from './format.ts';
import { openTarget } from './target.ts';

const isService = (address: string) => /^https?:\/\//.test(address);

const optionFor = (address = '') => `${isService(address) ? '--service' : '--store'} ${address}`;

/** The store at an address: that of a service begins with "http". */
function openAt({ text, note, isDryRun }: Call, option: 'from' | 'to') {
  const address = text(option);
  if (address === undefined || address === '')
    throw new UsageError(`copy needs --${option}: a folder, s3://BUCKET/PREFIX, or the address of a release service.`);
  return openTarget({ [isService(address) ? 'service' : 'store']: address, 'dry-run': isDryRun }, note);
}

export const COPY: Command = {
  name: 'store copy',
  words: 'PART@VERSION',
  summary: 'copy a version from one store to another, with the proof of what it was there',
  more:
    'The same bytes, under the rules of the target. The proof, from the log, says since when the version was live in its store; access rules may ' +
    'require some hours. Copying again changes nothing. Customers do not get it yet.',
  options: ['from', 'to', 'by', 'ahead', 'dry-run'],
  async run(call) {
    const { words, text, flag, isDryRun } = call;
    atMost(words, 1);
    const { name, version } = readPartVersion(words[0], 'copy');
    const source = openAt(call, 'from');
    const target = openAt(call, 'to');
    await checkKnown(source.store, [name]);
    const by = readBy({ text, service: target.service });
    const { outcome, shown } = await copyVersion(source.store, target, { by, name, version, ahead: flag('ahead') });
    const { origin, live, wasCanary } = shown;
    return {
      text: lines(
        outcome === 'copied'
          ? `${name} ${version} ${isDryRun ? 'would be' : 'is'} copied to ${target.store.place}.`
          : `${target.store.place} has ${name} ${version} with its proof already.`,
        `The log ${origin} shows that it was ${describeShown(shown)}.`,
        `Next: npm run release -- canary ${name}@${version} 10% --reason "…" ${optionFor(text('to'))}`,
      ),
      json: { outcome, name, version, log: origin, live: live ? { from: live.from, to: live.to } : null, wasCanary },
    };
  },
};
