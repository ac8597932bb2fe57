import type { Mutant } from './mutant.ts';

/** Loader of remotes, web server, views and visits, and the tools that guard the sources. */
export const DELIVERY_MUTANTS: readonly Mutant[] = [
  {
    id: 'remote-of-another-version-runs',
    file: 'packages/build/federation/src/runtime/start-version.ts',
    find: 'if (module.version !== version) throw',
    replace: "if (module.version === '') throw",
  },
  {
    id: 'page-is-fresh-for-a-minute',
    file: 'packages/delivery/web-server/src/pages/answer-page.ts',
    find: "'cache-control': 'private, no-cache',",
    replace: "'cache-control': 'private, max-age=60',",
  },
  {
    id: 'page-in-memory-for-all-themes-alike',
    file: 'packages/delivery/web-server/src/pages/page.ts',
    find: '${String(visitor.signedIn)} ${visitor.theme} ${assetOrigin}',
    replace: '${String(visitor.signedIn)} ${assetOrigin}',
  },
  {
    id: 'former-release-is-forgotten-at-once',
    file: 'packages/delivery/web-server/src/releases/live-release.ts',
    find: 'return live?.withDigest(digest) ?? former();',
    replace: 'return live?.withDigest(digest);',
  },
  {
    id: 'visitor-gets-new-buckets-with-each-page',
    file: 'packages/delivery/web-server/src/releases/views.ts',
    find: 'known.get(key) ?? randomInt(BUCKET_COUNT)',
    replace: 'randomInt(BUCKET_COUNT)',
  },
  {
    id: 'canary-for-one-percent-more',
    file: 'packages/releases/core/src/format/release.ts',
    find: '(buckets.get(bucketingKey) ?? BUCKET_COUNT) < percent)',
    replace: '(buckets.get(bucketingKey) ?? BUCKET_COUNT) <= percent)',
  },
  {
    id: 'visit-fails-as-often-as-it-reports',
    file: 'packages/delivery/web-server/src/visits/figures.ts',
    find: 'if (isReleased && !reported.failed) {',
    replace: 'if (isReleased) {',
  },
  {
    id: 'visits-with-forged-tokens-count',
    file: 'packages/delivery/web-server/src/visits/visit-token.ts',
    find: 'if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), this.#sign(signed))) return undefined;',
    replace: 'if (!timingSafeEqual(this.#sign(signed), this.#sign(signed))) return undefined;',
  },
  {
    id: 'budget-is-endless-where-there-is-none',
    file: 'tools/budgets/check-budgets.ts',
    find: '?.[kind] ?? 0;',
    replace: '?.[kind] ?? Infinity;',
  },
  {
    id: 'features-import-their-siblings',
    file: 'tools/boundaries/check-import.ts',
    find: 'from[1] !== to[1] || from[2] === to[2]',
    replace: 'from[1] === to[1] || from[2] === to[2]',
  },
];
