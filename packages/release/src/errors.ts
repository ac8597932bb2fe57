import type { Release } from '@portal/contract/release';

/** Something in the store that is not there (`missing`) or is not what it must be (`damaged`). The message says what to do. */
export class StoreError extends Error {
  readonly kind: 'missing' | 'damaged';
  /** Key of the object in the store, such as "releases/000007.json". */
  readonly key: string;

  constructor(kind: 'missing' | 'damaged', key: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoreError';
    this.kind = kind;
    this.key = key;
  }
}

/** Another release was created meanwhile. `live` is the one that is live now; what it changed has to be looked at first. */
export class ReleaseConflictError extends Error {
  readonly live: Release | undefined;

  constructor(wanted: number, live: Release | undefined) {
    const now = live
      ? `release ${String(live.number)} by ${live.createdBy} (${live.reason}) is live now`
      : 'the store has no release yet';
    super(`Release ${String(wanted)} was not created: ${now}. Look at what it changed, then try again on top of it.`);
    this.name = 'ReleaseConflictError';
    this.live = live;
  }
}

/** Every rule that a publication or a release can break. */
export const RULES = [
  'manifest',
  'file-missing',
  'file-differs',
  'file-unlisted',
  'contract-range',
  'version-taken',
  'name-taken',
  'route-collision',
  'no-shell',
] as const;
export type Rule = (typeof RULES)[number];

/** Refused by a rule of the release policy. The message names both sides and the way out. */
export class RefusedError extends Error {
  readonly rule: Rule;

  constructor(rule: Rule, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'RefusedError';
    this.rule = rule;
  }
}
