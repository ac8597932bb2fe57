import { describeChanges } from '../store/release-diff.ts';
import { yankVersion } from '../operations/yank-version.ts';
import type { Command } from './command.ts';
import { atMost, readPartVersion } from './command.ts';
import { EXIT, UsageError } from './exit-codes.ts';
import { checkKnown } from './known-part.ts';
import { REQUEST_OPTIONS, readReleaseRequest } from './release-request.ts';
import { lines, releaseDocument } from './format.ts';

export const YANK: Command = {
  name: 'yank',
  words: 'REMOTE@VERSION',
  summary: 'mark a version as yanked: it is never released again, nor used as a fallback',
  more:
    'A version that is live or a canary is refused: roll back first. Where it is the fallback, a new release drops it. Tabs that are open keep ' +
    'what they have until they load another page. A yank is never taken back; publish a new version instead.',
  options: [...REQUEST_OPTIONS, 'urgent'],
  async run(call) {
    atMost(call.words, 1);
    const [word] = call.words;
    if (word === undefined) throw new UsageError('yank needs a REMOTE@VERSION, such as mfe-hubs@1.2.0.');
    const { name, version } = readPartVersion(word);
    const request = readReleaseRequest(call, 'yank');
    await checkKnown(call.store, [name]);
    const { outcome, release, changes, warnings } = await yankVersion(call.store, { ...request, name, version });
    const output = `${name} ${version} ${outcome === 'yanked' ? 'is yanked' : 'was yanked before'}.`;
    const dropped =
      release && changes.length > 0
        ? `Release ${String(release.number)} is live: ${describeChanges(changes)}.`
        : 'The live release stays as it is.';
    return {
      text: lines(output, dropped, ...warnings.map((warning) => `WARNING: ${warning}`)),
      json: { outcome, name, version, release: release ? releaseDocument(release) : null, changes, warnings },
      code: warnings.length > 0 ? EXIT.attention : EXIT.done,
    };
  },
};
