import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Rule } from './rules.ts';
import { RULES } from './rules.ts';

export type { Rule } from './rules.ts';

/** The name of a version in a refusal: "mfe-hubs 1.1.0". */
export function named({ name, version }: Pick<ArtifactManifest, 'name' | 'version'>): string {
  return `${name} ${version}`;
}

/** Why a request is refused: the rule, both sides of the conflict, and the remedy. */
export interface Refusal {
  readonly rule: Rule;
  /** The conflicting sides, such as "mfe-hubs 1.1.0" and "shell 2.0.0"; some rules have only one side. */
  readonly sides: readonly string[];
  /** One sentence that names all sides. */
  readonly problem: string;
  /** A sentence that says what to do. */
  readonly remedy: string;
}

/** @param remedy that of the rule by default */
export function refusal(
  rule: Rule,
  sides: readonly string[],
  problem: string,
  remedy: string = RULES[rule].remedy,
): Refusal {
  return { rule, sides, problem, remedy };
}

/**
 * A request breaks rules (`RULES`). Each refusal and the message ("[rule] …") name the rule, all sides and the remedy.
 */
export class RefusedError extends Error {
  /** Rule of the first refusal. */
  readonly rule: Rule;
  readonly refusals: readonly [Refusal, ...Refusal[]];

  constructor(refusals: readonly [Refusal, ...Refusal[]], cause?: unknown) {
    super(refusals.map(({ rule, problem, remedy }) => `[${rule}] ${problem} ${remedy}`).join('\n'), { cause });
    this.name = 'RefusedError';
    this.rule = refusals[0].rule;
    this.refusals = refusals;
  }
}

/** @throws {RefusedError} if there is at least one refusal. */
export function refuseIfAny([first, ...others]: readonly Refusal[], cause?: unknown): void {
  if (first) throw new RefusedError([first, ...others], cause);
}
