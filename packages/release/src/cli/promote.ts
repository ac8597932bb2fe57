import { promoteVersions } from '../operations/promote-version.ts';
import type { Command } from './command.ts';
import { readNumber, readPartVersion } from './command.ts';
import { UsageError } from './exit-codes.ts';
import { checkKnown } from './known-part.ts';
import { REQUEST_OPTIONS, readReleaseRequest } from './release-request.ts';
import { formatChange } from './format.ts';

export const PROMOTE: Command = {
  name: 'promote',
  words: 'REMOTE@VERSION …',
  summary: 'make a published version live, for everybody or for a share of the visitors',
  more:
    'Several versions go live in one step: for those that fit only each other. A canary grows by giving a larger share, and becomes ' +
    'live for everybody by promoting without --canary; "rollback REMOTE" ends it.',
  options: [...REQUEST_OPTIONS, 'canary', 'urgent'],
  async run(call) {
    if (call.words.length === 0) throw new UsageError('promote needs a REMOTE@VERSION, such as mfe-hubs@1.2.0.');
    const versions = call.words.map(readPartVersion);
    const percent = readNumber(call.text('canary'), 'canary');
    if (percent !== undefined && (percent < 1 || percent > 99))
      throw new UsageError('--canary needs a share of 1 to 99 per cent; leave it out to promote to everybody.');
    const request = readReleaseRequest(call, 'promote');
    await checkKnown(
      call.store,
      versions.map(({ name }) => name),
    );
    const result = await promoteVersions(call.store, { ...request, versions, percent });
    const back = versions.map(({ name }) => `npm run release -- rollback ${name} --reason "…"`).join('\n  ');
    const everybody = `For everybody:\n  npm run release -- promote ${call.words.join(' ')} --reason "…"`;
    return formatChange(
      result,
      percent === undefined ? `To go back:\n  ${back}` : `To end the canary:\n  ${back}\n${everybody}`,
    );
  },
};
