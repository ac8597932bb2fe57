import type { ChangeResult } from '../operations/apply-request.ts';
import { findPlan } from '../operations/read-status.ts';
import { describePassedOver } from '../operations/rollback-target.ts';
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
import { formatChange, formatGuard, lines, releaseDocument, SECOND_PERSON, servedBy } from './format.ts';

/** The promoted versions that only some of the visitors get first, and until when. */
function guardsIn({ release }: ChangeResult, versions: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(versions).flatMap(([name, version]) => {
    const canary = release?.canaries[name];
    const plan = canary ? findPlan(canary) : null;
    if (!canary || !plan?.isPromotion) return [];
    return [formatGuard(name, version, { percent: canary.percent, plan }, Date.now())];
  });
}

const nextOfGuard = (words: readonly string[], names: readonly string[]): string =>
  lines(
    `To give it to everybody at once, promote it again:\n  npm run release -- promote ${words.join(' ')} --reason "…"`,
    `To stop:`,
    ...names.map((name) => `  npm run release -- canary ${name} end --reason "…"`),
  );

export const PROMOTE: Command = {
  name: 'promote',
  words: 'PART@VERSION …',
  summary: 'give a published version to everybody',
  more:
    'Several versions go live in one step, for those that fit only each other. A canary of the part ends. Where a release service runs, half of the ' +
    'visitors get a version first that nothing proves yet; its watcher gives it to everybody after 30 minutes, unless it is clearly worse. With --urgent, ' +
    'everybody gets it at once.',
  options: [...REQUEST_OPTIONS, 'urgent', 'anyway'],
  async run(call) {
    const versions = readVersions(call.words, 'promote');
    const request = readRequest(call, { action: 'promote', versions });
    await checkKnown(call.store, Object.keys(versions));
    const result = await call.writer.apply(request);
    const guards = guardsIn(result, versions);
    if (guards.length > 0)
      return formatChange(result, lines(...guards, nextOfGuard(call.words, Object.keys(versions))));
    // Nothing was live before the first release.
    const isFirst = result.changes.some(({ name, kind, from }) => name === 'shell' && kind === 'live' && from === null);
    if (isFirst) return formatChange(result, 'To see it: npm run release -- status');
    const isNew = (name: string) =>
      result.changes.some((change) => change.name === name && change.kind === 'live' && change.from === null);
    const back = Object.keys(versions).map(
      (name) => `npm run release -- rollback ${name}${isNew(name) ? ' --to none' : ''} --reason "…"`,
    );
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
    'Such as: rollback mfe-hubs --reason "Hubs do not load". New pages get that version within seconds; everything else stays. Without --to it is the ' +
    'rollback target that "status" names: the last good version, else the last one that nothing speaks against; repeated, it goes further back. With ' +
    '--to none the pages of the remote are not found. A running canary is ended by "canary PART end".',
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
    const chosen = rollbackTarget?.kind === 'version' ? rollbackTarget : undefined;
    const why = chosen && [`Why ${chosen.version}: ${chosen.why}.`, ...describePassedOver(chosen.passedOver)].join(' ');
    const further =
      chosen?.standing === 'unproven'
        ? `If ${chosen.version} does not work either, repeat the command: it goes further back.`
        : undefined;
    return formatChange(result, lines(further, nextAfter(result, name)), why);
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
