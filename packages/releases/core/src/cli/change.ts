import type { ChangeResult } from '../operations/apply-request.ts';
import { describeChanges } from '../store/release-diff.ts';
import type { Command } from './command.ts';
import {
  atMost,
  checkKnown,
  readName,
  readPartVersion,
  readRequest,
  readVersion,
  readVersions,
  REQUEST_OPTIONS,
} from './command.ts';
import { EXIT } from '../service-api/exit-codes.ts';
import { formatChange, formatRollbackTarget, lines, releaseDocument, SECOND_PERSON, servedBy } from './format.ts';

export const PROMOTE: Command = {
  name: 'promote',
  words: 'PART@VERSION …',
  summary: 'give a published version to everybody',
  more: 'Several versions go live in one step, for those that fit only each other. A canary of the part ends.',
  options: [...REQUEST_OPTIONS, 'urgent', 'anyway'],
  async run(call) {
    const versions = readVersions(call.words, 'promote');
    const request = readRequest(call, { action: 'promote', versions });
    await checkKnown(call.store, Object.keys(versions));
    const result = await call.writer.apply(request);
    // Nothing was live before the first release.
    const isFirst = result.changes.some(({ name, kind, from }) => name === 'shell' && kind === 'live' && from === null);
    if (isFirst) return formatChange(result, 'To see it: npm run release -- status');
    const back = Object.keys(versions).map((name) => `npm run release -- rollback ${name} --reason "…"`);
    return formatChange(result, `To go back:\n  ${back.join('\n  ')}`);
  },
};

function nextAfter({ changes }: ChangeResult, name: string): string {
  const live = changes.find((change) => change.name === name && change.kind === 'live');
  const left = live?.from ?? null;
  if (left === null) return 'To see it: npm run release -- status';
  return lines(
    live?.to === null ? `To bring it back: npm run release -- promote ${name}@${left} --reason "…"` : undefined,
    `So that it never comes back: npm run release -- yank ${name}@${left} --reason "…"`,
  );
}

export const ROLLBACK: Command = {
  name: 'rollback',
  words: 'PART',
  summary: 'give everybody an earlier version of one part',
  more:
    'Without --to: the rollback target that "status PART" names, which is the last good version, else the last one that nothing speaks against. ' +
    'With --to none the pages of the remote are not found. Everything else stays. A running canary is ended by "canary PART end".',
  options: [...REQUEST_OPTIONS, 'to', 'urgent', 'anyway'],
  async run(call) {
    atMost(call.words, 1);
    const name = readName(call.words[0], 'rollback');
    const given = call.text('to');
    const to = given === undefined ? undefined : given === 'none' ? null : readVersion(given);
    const request = readRequest(call, { action: 'rollback', name, to });
    await checkKnown(call.store, [name]);
    const result = await call.writer.apply(request);
    const { rollbackTarget } = result;
    return formatChange(result, nextAfter(result, name), rollbackTarget && formatRollbackTarget(name, rollbackTarget));
  },
};

export const YANK: Command = {
  name: 'yank',
  words: 'PART@VERSION',
  summary: 'mark a version as yanked: it is never released again, nor used as a fallback',
  more:
    'A version that is live or a canary is refused. If it is a fallback, a new release drops it. Open tabs keep their versions until they load ' +
    'another page. A yank cannot be undone.',
  options: [...REQUEST_OPTIONS, 'urgent'],
  async run(call) {
    atMost(call.words, 1);
    const { name, version } = readPartVersion(call.words[0], 'yank');
    const request = readRequest(call, { action: 'yank', name, version });
    await checkKnown(call.store, [name]);
    const { outcome, release, changes, warnings, served, dryRun, needsApproval } = await call.writer.apply(request);
    const is = dryRun ? 'would be' : 'is';
    const output = `${name} ${version} ${outcome === 'yanked' ? `${is} yanked` : 'was yanked before'}.`;
    const dropped =
      release && changes.length > 0
        ? `Release ${String(release.number)} ${is} live${servedBy(served)}: ${describeChanges(changes)}.`
        : 'The live release stays as it is.';
    return {
      text: lines(needsApproval && SECOND_PERSON, output, dropped, ...warnings.map((warning) => `WARNING: ${warning}`)),
      json: { outcome, name, version, release: release ? releaseDocument(release) : null, changes, warnings, served },
      code: warnings.length > 0 || needsApproval ? EXIT.attention : EXIT.done,
    };
  },
};
