import { parseStages } from '../format/staged-plan.ts';
import type { ChangeResult } from '../operations/apply-request.ts';
import type { ChangeBy } from '../policy/release-request.ts';
import type { PartChange } from '../store/release-diff.ts';
import { describeChanges, liveVersion } from '../store/release-diff.ts';
import type { Call, Command } from './command.ts';
import {
  atMost,
  checkKnown,
  readName,
  readNumber,
  readPartVersion,
  readRequest,
  readVersion,
  readVersions,
  REQUEST_OPTIONS,
} from './command.ts';
import { EXIT, UsageError } from '../service-api/exit-codes.ts';
import { formatChange, formatRollbackTarget, lines, releaseDocument, servedBy } from './format.ts';

/** The share of a canary, which grows by a plan if there is one. @throws {UsageError} */
function readShare({ text }: Call): Pick<ChangeBy<'promote'>, 'percent' | 'stages'> {
  const percent = readNumber(text('canary'), 'canary');
  if (percent !== undefined && (percent < 1 || percent > 99))
    throw new UsageError('--canary needs a share of 1 to 99 per cent; leave it out to promote to everybody.');
  const plan = text('plan');
  if (plan === undefined) return { percent };
  const stages = parseStages(plan);
  if (typeof stages === 'string') throw new UsageError(stages);
  return { percent: percent ?? stages[0]?.percent, stages };
}

export const PROMOTE: Command = {
  name: 'promote',
  words: 'PART@VERSION …',
  summary: 'make a published version live, for everybody or for a share of the visitors',
  more:
    'Several versions go live in one step, for those that fit only each other. A larger share extends a canary, promoting without --canary ' +
    'makes it live for everybody, and "rollback PART" ends it. With --plan, the watcher raises the share when a stage is over and the canary is no ' +
    'worse than the others\u2019 version (docs/canary.md); another share, a rollback or a promotion ends the plan.',
  options: [...REQUEST_OPTIONS, 'canary', 'plan', 'urgent', 'anyway'],
  async run(call) {
    if (call.words.length === 0) throw new UsageError('promote needs a PART@VERSION, such as mfe-hubs@1.2.0.');
    const versions = readVersions(call.words);
    const { percent, stages } = readShare(call);
    const request = readRequest(call, { action: 'promote', versions, percent, stages });
    await checkKnown(call.store, Object.keys(versions));
    const result = await call.writer.apply(request);
    // Nothing was live before the first release.
    const isFirst = result.changes.some(({ name, kind, from }) => name === 'shell' && kind === 'live' && from === null);
    if (isFirst) return formatChange(result, 'To see it: npm run release -- status');
    const back = Object.keys(versions)
      .map((name) => `npm run release -- rollback ${name} --reason "…"`)
      .join('\n  ');
    const everybody = `For everybody:\n  npm run release -- promote ${call.words.join(' ')} --reason "…"`;
    return formatChange(
      result,
      percent === undefined ? `To go back:\n  ${back}` : `To end the canary:\n  ${back}\n${everybody}`,
    );
  },
};

interface OwnChanges {
  readonly live: PartChange | undefined;
  readonly canary: PartChange | undefined;
}

/** The command that restores a remote that was taken out. */
function restoreCommand({ live, canary }: OwnChanges, name: string): string | undefined {
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
  const back = version === undefined ? restoreCommand({ live, canary }, name) : undefined;
  const left = (live ?? canary)?.from ?? null;
  const stays =
    live === undefined && version !== undefined
      ? `Everybody gets ${name} ${version} again. To roll that back, too, repeat the command.`
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
  words: 'PART',
  summary: 'roll one part back; everything else stays',
  more:
    'Without --to: ends a running canary of the part; if there is none, everybody gets the rollback target that "status PART" names: the last ' +
    'version that is known good, else the last one that nothing speaks against. With --to VERSION: that version. With --to none: no version; ' +
    'the pages of the remote are then not found. Repeating a rollback goes back further. It is refused (3) if there is no target.',
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
    return formatChange(
      result,
      lines(rollbackTarget && formatRollbackTarget(name, rollbackTarget), nextAfter(result, name)),
    );
  },
};

export const YANK: Command = {
  name: 'yank',
  words: 'PART@VERSION',
  summary: 'mark a version as yanked: it is never released again, nor used as a fallback',
  more:
    'A version that is live or a canary is refused: roll it back first. If it is the fallback, a new release drops it. Open tabs keep their ' +
    'versions until they load another page. A yank cannot be undone: publish a new version instead.',
  options: [...REQUEST_OPTIONS, 'urgent'],
  async run(call) {
    atMost(call.words, 1);
    const [word] = call.words;
    if (word === undefined) throw new UsageError('yank needs a PART@VERSION, such as mfe-hubs@1.2.0.');
    const { name, version } = readPartVersion(word);
    const request = readRequest(call, { action: 'yank', name, version });
    await checkKnown(call.store, [name]);
    const { outcome, release, changes, warnings, served } = await call.writer.apply(request);
    const output = `${name} ${version} ${outcome === 'yanked' ? 'is yanked' : 'was yanked before'}.`;
    const dropped =
      release && changes.length > 0
        ? `Release ${String(release.number)} is live${servedBy(served)}: ${describeChanges(changes)}.`
        : 'The live release stays as it is.';
    return {
      text: lines(output, dropped, ...warnings.map((warning) => `WARNING: ${warning}`)),
      json: { outcome, name, version, release: release ? releaseDocument(release) : null, changes, warnings, served },
      code: warnings.length > 0 ? EXIT.attention : EXIT.done,
    };
  },
};
