/** Every rule that a publication, a release or a yank can break. */
export const RULES = [
  'manifest',
  'file-missing',
  'file-differs',
  'file-unlisted',
  'contract-range',
  'shared-range',
  'route-collision',
  'path-reserved',
  'version-taken',
  'name-taken',
  'version-yanked',
  'version-in-use',
  'not-published',
  'no-shell',
  'not-live',
  'already-live',
  'nothing-before',
  'history-gap',
  'order',
] as const;
export type Rule = (typeof RULES)[number];

/** Why something is refused: the rule, what stands against what, and the remedy. */
export interface Refusal {
  readonly rule: Rule;
  /** What stands against what, such as "mfe-hubs 1.1.0" and "shell 2.0.0"; one side where the rule knows only one. */
  readonly sides: readonly string[];
  /** A sentence that names all sides. */
  readonly problem: string;
  /** A sentence that says what to do. */
  readonly remedy: string;
}
