import type { Mutant } from './mutant.ts';

/** Release policy, what to return to, canaries, the log, stores, and the release service. */
export const RELEASE_MUTANTS: readonly Mutant[] = [
  {
    id: 'redirect-loop-across-two-parts',
    file: 'packages/releases/core/src/policy/policy.ts',
    find: '    ...redirectLoops(all),\n',
    replace: '',
  },
  {
    id: 'former-signatures-of-a-name-do-not-serve',
    file: 'packages/releases/core/src/format/compatibility.ts',
    find: 'serves[name]?.includes(signature)',
    replace: 'serves[name]?.at(0) === signature',
  },
  {
    id: 'yanked-version-is-promoted',
    file: 'packages/releases/core/src/policy/policy.ts',
    find: 'const found = [...(await checkYank(store, name, version))];',
    replace: 'const found: Refusal[] = [];',
  },
  {
    id: 'return-to-what-was-rolled-back-from',
    file: 'packages/releases/core/src/policy/assess-version.ts',
    find: 'if (leftBy && !isLaterGood)',
    replace: 'if (leftBy && isLaterGood)',
  },
  {
    id: 'prune-takes-what-was-published-meanwhile',
    file: 'packages/releases/core/src/operations/prune-store.ts',
    find: 'await restoreNeeded(store, manifest, removed);',
    replace: 'if (removed.size === 0) await restoreNeeded(store, manifest, removed);',
  },
  {
    id: 'judge-skips-the-release-that-begins-a-canary',
    file: 'packages/releases/core/src/judge/ended-intervals.ts',
    find: 'release >= question.sinceRelease',
    replace: 'release > question.sinceRelease',
  },
  {
    id: 'plan-pause-over-the-end-of-the-week-never-holds',
    file: 'packages/releases/watcher/src/settings/plan-pauses.ts',
    find: 'at >= from || at < to;',
    replace: 'at >= from && at < to;',
  },
  {
    id: 'watcher-ends-what-people-end-themselves',
    file: 'packages/releases/watcher/src/canary-guard.ts',
    find: "if (judgement?.verdict !== 'worse' || !endsByItself) return [];",
    replace: "if (judgement?.verdict !== 'worse') return [];",
  },
  {
    id: 'replaced-log-of-the-same-length-is-accepted',
    file: 'packages/releases/core/src/release-log/log-reader.ts',
    find: 'if (state.continues(seen, keys)) return;',
    replace: 'if (state.size >= seen.size) return;',
  },
  {
    id: 'who-started-a-pipeline-approves-it',
    file: 'packages/releases/core/src/access/second-person.ts',
    find: 'first.subject === subject',
    replace: 'asker.subject === subject',
  },
  {
    id: 'right-to-a-part-rolls-others-back-with-it',
    file: 'packages/releases/core/src/access/allows.ts',
    find: 'parts: change.names };',
    replace: 'parts: change.names.slice(0, 1) };',
  },
  {
    id: 'proof-without-its-access-token',
    file: 'packages/releases/service/src/tokens/proofs.ts',
    find: 'if (accessToken !== undefined && ath !== createHash',
    replace: 'if (accessToken !== undefined && ath !== undefined && ath !== createHash',
  },
  {
    id: 'upload-with-other-bytes-of-the-same-size',
    file: 'packages/releases/service/src/publications/receive.ts',
    find: 'each.integrity === integrity && each.size === size',
    replace: 'each.size === size',
  },
  {
    id: 's3-object-of-a-lost-answer-is-somebody-elses',
    file: 'packages/releases/core/src/store/s3/s3-driver.ts',
    find: '      if (failure.details.mayBeDone) unknown = failure;\n',
    replace: '',
  },
];
