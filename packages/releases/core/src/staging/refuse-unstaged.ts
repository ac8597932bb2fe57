import type { Requirements } from '../policy/requirements.ts';
import { minute } from '../format/format-values.ts';
import type { Refusal } from '../policy/refusal.ts';
import { refusal } from '../policy/refusal.ts';
import { durationMs } from './live-runs.ts';
import type { Shown } from './read-proof.ts';
import { ProofError, readProof } from './read-proof.ts';
import type { StagingProof } from '../format/staging-proof.ts';

type StagingRule = NonNullable<Requirements['staging']>;
interface Named {
  readonly name: string;
  readonly version: string;
}

const MS_PER_HOUR = 60 * 60 * 1000;
const hours = (ms: number): string => (ms / MS_PER_HOUR).toFixed(1);

const copyCommand = ({ name, version }: Named): string =>
  `npm run release -- store copy --from STAGING --to PRODUCTION ${name}@${version}`;

function refuse({ name, version }: Named, problem: string, remedy: string): Refusal {
  return refusal('not-staged', [`${name} ${version}`, 'the log of staging'], problem, remedy);
}

/** The objection to what a proof shows; undefined if it satisfies the rule. */
function objection(shown: Shown, of: Named, rule: StagingRule): Refusal | undefined {
  const what = `${of.name} ${of.version}`;
  const { origin, live, wasCanary, wasYanked, signedBy } = shown;
  if (signedBy.length === 0)
    return refuse(
      of,
      `The log of staging, ${origin}, is signed by no key that the access rules name for ${of.name}.`,
      'Copy from the right store, or write its key into "requires".',
    );
  if (wasYanked) return refuse(of, `${what} was yanked in staging.`, 'Repair it in another version.');
  if (!live) {
    const problem = wasCanary
      ? `${what} was only a canary in staging, never live for everybody.`
      : `${what} was never live in staging.`;
    return refuse(of, problem, `Promote it there for ${String(rule.hours)} hours, then: ${copyCommand(of)}`);
  }
  const lived = durationMs(live);
  if (lived >= rule.hours * MS_PER_HOUR) return undefined;
  return refuse(
    of,
    `${what} has to be live in staging for ${String(rule.hours)} hours, and its log shows ${hours(lived)} (${minute(live.from)} to ${minute(live.to)}).`,
    live.isOpen
      ? `Wait, record something there (npm run release -- check ${of.name}@${of.version} --store STAGING), then: ${copyCommand(of)}`
      : `Promote it there again, for long enough, then: ${copyCommand(of)}`,
  );
}

/** Refuses what a proof does not show. */
export function objectionTo(proof: StagingProof, of: Named, rule: StagingRule): Refusal | undefined {
  try {
    return objection(readProof(proof, of, rule.keys), of, rule);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    const problem = `The proof that ${of.name} ${of.version} was live in staging does not hold: ${error.message}.`;
    return refuse(of, problem, `Copy it again: ${copyCommand(of)}`);
  }
}

/** Refuses a version that has to come from staging, unless one of the proofs, the newest first, satisfies the rule. */
export function refuseUnstaged(proofs: readonly StagingProof[], of: Named, rule: StagingRule): readonly Refusal[] {
  const objections = proofs.map((proof) => objectionTo(proof, of, rule));
  const [newest] = objections;
  if (objections.includes(undefined)) return [];
  if (newest) return [newest];
  const problem = `${of.name} ${of.version} has to come from staging, and was published here.`;
  return [refuse(of, problem, `Copy it: ${copyCommand(of)}`)];
}
