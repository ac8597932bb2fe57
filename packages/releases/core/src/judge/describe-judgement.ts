import { count } from '../format/format-values.ts';
import type { Figures, Judgement, LoadFigures, Missing } from './judgement.ts';
import { NO_WORSE_MARGIN, WORSE_ONE_IN, WORSE_NETWORKS } from './judgement.ts';

const FORMAT = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const WHOLE = new Intl.NumberFormat('en');

const formatVisits = ({ failed, visits }: Figures) => `${WHOLE.format(failed)} of ${WHOLE.format(visits)} visits`;
const formatLoads = ({ slower, loads, seconds }: LoadFigures) =>
  `more than ${WHOLE.format(seconds)} s in ${WHOLE.format(slower)} of ${WHOLE.format(loads)} loads`;

/** "Hubs 1.3.0 failed in 43 of 52 visits, 1.0.0 in 3 of 480 at the same time". */
function formatFigures({ canary, baseline, because, failures, loads }: Judgement, name: string): string {
  if (because === 'loads' && loads)
    return `${name} ${canary} took ${formatLoads(loads.canary)}, ${String(baseline)} ${formatLoads(loads.baseline)} at the same time`;
  const own = `${name} ${canary} failed in ${formatVisits(failures.canary)}`;
  if (!failures.baseline) return own;
  return `${own}, ${String(baseline)} in ${formatVisits(failures.baseline)} at the same time`;
}

/** From here on, people should know that a canary may turn out to be worse. */
const SUSPICIOUS_ONE_IN = 5;
const SURE = (oneIn: number) => `at most 1 in ${FORMAT.format(oneIn)} healthy canaries ever looks so`;

/** "2 more visits of 1.3.0 without a failure would show that it is no worse". */
function describeMissing({ canary, baseline }: Judgement, missing: Missing): string {
  const more = [
    { visits: missing.canary, version: canary },
    { visits: missing.baseline, version: baseline },
  ]
    .filter(({ visits }) => visits > 0)
    .map(({ visits, version }) => `${count(visits, 'more visit')} of ${String(version)}`);
  return `${more.join(' and ')} without a failure would show that it is no worse`;
}

function describeConclusion(judgement: Judgement): string {
  const { verdict, oneIn, missing } = judgement;
  switch (verdict) {
    case 'worse':
      return SURE(oneIn);
    case 'no-worse':
      return `surely at most ${FORMAT.format(NO_WORSE_MARGIN * 100)} of 100 visits fail because of it`;
    case 'no-baseline':
      return 'there is no other version to compare it with, so a person has to judge';
    case 'inconclusive': {
      if (oneIn >= SUSPICIOUS_ONE_IN)
        return `it looks worse, but not clearly yet: ${SURE(oneIn)}, and it is ended from 1 in ${FORMAT.format(WORSE_ONE_IN)} and ${WHOLE.format(WORSE_NETWORKS)} networks on`;
      return `inconclusive${missing ? `: ${describeMissing(judgement, missing)}` : ''}`;
    }
  }
}

/** The judgement in one plain sentence. @param name What people call the part: "Hubs". */
export function describeJudgement(judgement: Judgement, name: string = judgement.part): string {
  return `${formatFigures(judgement, name)}; ${describeConclusion(judgement)}.`;
}

/**
 * "With 95 % confidence, a visit is 3.2 to 220 times as likely to fail (in odds)."; undefined if the visits set no
 * limit.
 */
export function describeTimes({ failures: { times } }: Judgement): string | undefined {
  const [low, high] = [times.low, times.high].map((limit) => (limit === null ? undefined : FORMAT.format(limit)));
  const range =
    low !== undefined && high !== undefined
      ? `${low} to ${high}`
      : low !== undefined
        ? `at least ${low}`
        : high !== undefined
          ? `at most ${high}`
          : undefined;
  return (
    range && `With 95 % confidence, a visit is ${range} times as likely to fail as with the other version (in odds).`
  );
}
