import type { Stage } from '../format/staged-plan.ts';
import type { Refusal } from './refusal.ts';
import { refusal } from './refusal.ts';

/**
 * Who wants which change, why, and on top of which release. Command line and console make it, for previews and for
 * changes.
 */
export interface ReleaseRequest {
  readonly by: string;
  /** Recorded in the history. */
  readonly reason: string;
  /** Number of the release that the requester has seen (0: none yet). Refused when another one is live. */
  readonly expect?: number | undefined;
  /** Open tabs load the new release as soon as they ask, unless they have unsaved input. */
  readonly urgent?: boolean | undefined;
  /** Although a rule speaks against it that leaves the decision to a person (`failed-before`, `uncommitted-build`). */
  readonly anyway?: boolean | undefined;
  readonly change:
    | {
        readonly action: 'promote';
        /** Versions by part, all in one release, because some fit only together; null takes a remote out. */
        readonly versions: Readonly<Record<string, string | null>>;
        /**
         * Share of the visitors, 1 to 99 per cent. Without it everybody gets the versions, and a canary of these parts
         * ends.
         */
        readonly percent?: number | undefined;
        /** How the share grows; it is that of one of the stages. Without them a plan of these canaries ends. */
        readonly stages?: readonly Stage[] | undefined;
      }
    | {
        readonly action: 'rollback';
        readonly name: string;
        /** Any retained version; null takes the remote out. Without it `chooseRollbackTarget` decides. */
        readonly to?: string | null | undefined;
      }
    /** Ends the canaries of these parts: everybody gets the live versions. */
    | { readonly action: 'end-canary'; readonly names: readonly string[] }
    | { readonly action: 'yank'; readonly name: string; readonly version: string };
}

/** The change of one kind of request. */
export type ChangeBy<Action extends ReleaseRequest['change']['action']> = Extract<
  ReleaseRequest['change'],
  { action: Action }
>;

/** The versions that a request names for visitors. */
export function namedVersions(change: ReleaseRequest['change']): readonly (readonly [name: string, version: string])[] {
  if (change.action === 'promote')
    return Object.entries(change.versions).flatMap(([name, version]) => (version === null ? [] : [[name, version]]));
  return change.action === 'rollback' && typeof change.to === 'string' ? [[change.name, change.to]] : [];
}

/**
 * Text on one line for histories, terminals and logs: without control characters and marks that change the writing
 * direction.
 */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim();

/** A refusal of the request itself. */
export function requestRefusal(problem: string, remedy: string, sides: readonly string[] = ['the request']): Refusal {
  return refusal('request', sides, problem, remedy);
}

/** Why a request is incomplete: it must contain who and why. */
export function incompleteRequest({ by, reason }: Pick<ReleaseRequest, 'by' | 'reason'>): readonly Refusal[] {
  return [
    ...(oneLine(by) === '' ? [requestRefusal('A name is missing.', 'Say who you are.')] : []),
    ...(oneLine(reason) === '' ? [requestRefusal('A reason is missing.', 'Give one: it stays in the history.')] : []),
  ];
}
