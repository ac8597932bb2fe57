import { withoutStop } from '@portal/release/format/format-values';
import { describeJudgement } from '@portal/release/describe-judgement';
import { describeLogRefusal } from '@portal/release/operations/served-release';
import type { WatcherStatus } from '../status.ts';
import type { Announcement } from './announcement.ts';

/** What is wrong with the store, as far as the watcher sees it: also what it could not do for a canary. */
export type StoreHealth = Pick<
  WatcherStatus,
  'release' | 'newest' | 'damaged' | 'storeProblem' | 'servers' | 'canaries'
>;

const numbered = (numbers: readonly number[]) => numbers.map(String).join(', ');

/** Problems of the store by what they are about; sentences. */
function listProblems(health: StoreHealth): ReadonlyMap<string, string> {
  const { release, newest, damaged, storeProblem, servers, canaries } = health;
  const problems = new Map<string, string>();
  if (storeProblem !== null) {
    problems.set('unreadable', `The store cannot be read: ${storeProblem}`);
    return problems;
  }
  const newer = damaged.filter((number) => number > release);
  if (newer.length > 0)
    problems.set(
      `damaged-${numbered(newer)}`,
      `Release ${numbered(newer)} in the store is damaged, so release ${String(release)} stays live. What to do: npm run release -- status`,
    );
  const held = [...new Set(servers.flatMap(({ heldBack }) => heldBack))].filter((number) => !newer.includes(number));
  if (held.length > 0) {
    const who = servers.filter(({ heldBack }) => heldBack.length > 0).length;
    problems.set(
      `held-${numbered(held)}`,
      `Release ${numbered(held)} is held back by ${String(who)} of ${String(servers.length)} web servers, because a file of it is missing or damaged. What to do: npm run release -- status`,
    );
  }
  for (const { address, refuses } of servers)
    if (refuses !== null)
      problems.set(
        `refused-${refuses}-${new URL(address).host}`,
        `The web server at ${new URL(address).host} ${describeLogRefusal(refuses)}. It stays with what it serves. What to do is in its log.`,
      );
  const ahead = servers.flatMap(({ served }) => (served !== null && served > newest ? [served] : []));
  if (ahead.length > 0) {
    // Web servers that start again without a store serve nothing.
    const remedy =
      newest === 0
        ? 'Is its folder there? Do not restart them.'
        : 'Restore the newer backup, or say in the log that it was meant: npm run release -- store restore';
    problems.set(
      `ahead-${String(Math.max(...ahead))}`,
      `Web servers serve release ${String(Math.max(...ahead))}, which the store does not have (its newest is ${String(newest)}). ${remedy}`,
    );
  }
  for (const { part, version, since, problem, judgement } of canaries)
    if (problem !== null) {
      const text = `The watcher could not do what the canary of ${part} ${version} needs: ${withoutStop(problem)}.`;
      problems.set(
        `canary-${part}-${version}-${String(since.release)}`,
        [text, ...(judgement ? [describeJudgement(judgement)] : [])].join(' '),
      );
    }
  return problems;
}

/** Announcements of what is wrong with the store: once, and again when it is whole. */
export class DamageReporter {
  /** Problems at the look before. */
  #before: ReadonlyMap<string, string> = new Map();
  readonly #told = new Map<string, string>();

  look(seen: StoreHealth, now: number): readonly Announcement[] {
    const problems = listProblems(seen);
    const at = new Date(now).toISOString();
    // To the minute: several watchers mostly tell the same, and damage that comes back is not taken for what is known.
    const id = (type: Announcement['type'], about: string) => `${type}-${about}-${at.slice(0, 16)}Z`;
    const announcements: Announcement[] = [];
    for (const [about, text] of problems) {
      // What is gone at the next look was a moment, such as a release that was just being written.
      if (this.#told.has(about) || !this.#before.has(about)) continue;
      this.#told.set(about, text);
      announcements.push({ id: id('store.damaged', about), type: 'store.damaged', at, text });
    }
    for (const [about, was] of this.#told) {
      if (problems.has(about)) continue;
      this.#told.delete(about);
      announcements.push({ id: id('store.whole', about), type: 'store.whole', at, text: `This is over: ${was}` });
    }
    this.#before = problems;
    return announcements;
  }
}
