import { describeFailures, speaksAgainst } from '../policy/assess-version.ts';
import type { Evidence } from '../store/evidence.ts';
import type { PartStatus, Status } from './read-status.ts';

/** What a person may have to do, the most urgent first. */
export const TASK_KINDS = [
  'release',
  'roll-back',
  'end-canary',
  'repair',
  'approve',
  'decide',
  'look',
  'wait',
] as const;

/** What a person has to do now. Plain data. */
export interface Task {
  readonly kind: (typeof TASK_KINDS)[number];
  /** The part that it is about; null if it is about none. */
  readonly part: string | null;
  /** What happened, and what to do, in a sentence. */
  readonly text: string;
}

/** A single visitor with a bad day calls nobody. */
const FEWEST_FAILED = 3;

/** How the visits of a version go that visitors get now, if that speaks against it. */
function findFailure(
  { versions }: PartStatus,
  as: Evidence['as'],
  current: PartStatus['live'] | PartStatus['canary'],
): Evidence | undefined {
  const evidence = versions
    .find(({ version }) => version === current?.version)
    ?.evidence.findLast((each) => each.as === as && each.release === current?.since.release);
  return evidence && speaksAgainst(evidence) && evidence.failed >= FEWEST_FAILED ? evidence : undefined;
}

function describeRemedy({ name, canary, rollbackTarget }: PartStatus): string {
  if (canary) return `give its canary ${canary.version} to everybody if that works, else end it and roll ${name} back`;
  if (rollbackTarget?.kind === 'version') return `roll it back to ${rollbackTarget.version}`;
  const none = name === 'shell' ? '' : ', or take it out';
  return `nothing that worked is left, so publish a version that does${none}`;
}

function getTasks(part: PartStatus): readonly Task[] {
  const { name, live, canary } = part;
  const liveFailure = findFailure(part, 'live', live);
  const canaryFailure = findFailure(part, 'canary', canary);
  const describe = (version: string, failure: Evidence, remedy: string) =>
    `${name} ${version} ${describeFailures(failure)}: ${remedy}.`;
  return [
    ...(live && liveFailure
      ? [{ kind: 'roll-back', part: name, text: describe(live.version, liveFailure, describeRemedy(part)) } as const]
      : []),
    ...(canary && canaryFailure
      ? [{ kind: 'end-canary', part: name, text: describe(canary.version, canaryFailure, 'end its canary') } as const]
      : []),
  ];
}

/** What a person has to do about what is live, as far as the store knows; the most urgent first. */
export function listTasks({ parts, release }: Status): readonly Task[] {
  if (!release)
    return [{ kind: 'release', part: null, text: 'Nothing is live: publish and promote a shell and its remotes.' }];
  return parts.flatMap(getTasks).toSorted((a, b) => TASK_KINDS.indexOf(a.kind) - TASK_KINDS.indexOf(b.kind));
}
