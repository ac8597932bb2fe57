import * as v from 'valibot';

const MINUTES_PER_DAY = 24 * 60;
const MOST_STAGES = 10;

/** A share of the visitors, and for how long they have it. */
export const stage = v.strictObject({
  /** Share of the visitors, in per cent. */
  percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)),
  /** For how long at least, in minutes. */
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(30 * MINUTES_PER_DAY)),
});
export type Stage = v.InferOutput<typeof stage>;

/**
 * The shares that a canary gets one after the other. After the last one a person decides, unless one has decided
 * before.
 */
export const StagedPlanSchema = v.strictObject({
  stages: v.pipe(
    v.array(stage),
    v.minLength(1),
    v.maxLength(MOST_STAGES),
    v.check(
      (stages) => stages.every(({ percent }, index) => percent > (stages[index - 1]?.percent ?? 0)),
      'shares that grow',
    ),
    v.readonly(),
  ),
  /** When the present share began; ISO 8601, UTC. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Of a guarded promotion: everybody gets the version after the last stage, because a person has promoted it. */
  isPromotion: v.exactOptional(v.literal(true)),
});
export type StagedPlan = v.InferOutput<typeof StagedPlanSchema>;

const UNITS = [
  {
    minutes: MINUTES_PER_DAY,
    words: ['d', 'day', 'days'],
    one: 'a day',
    of: (count: number) => `${String(count)} days`,
  },
  { minutes: 60, words: ['h', 'hour', 'hours'], one: '1 h', of: (count: number) => `${String(count)} h` },
  { minutes: 1, words: ['min', 'minute', 'minutes'], one: '1 min', of: (count: number) => `${String(count)} min` },
] as const;

/** "2 h", "a day". */
function describeMinutes(minutes: number): string {
  const unit = UNITS.find((each) => minutes % each.minutes === 0) ?? UNITS[2];
  const count = minutes / unit.minutes;
  return count === 1 ? unit.one : unit.of(count);
}

/** "10 % for 2 h, 50 % for a day, then ask": what `parseStages` reads; or "…, then everybody". */
export function describePlan({ stages, isPromotion }: Pick<StagedPlan, 'stages' | 'isPromotion'>): string {
  const each = stages.map(({ percent, minutes }) => `${String(percent)} % for ${describeMinutes(minutes)}`);
  return [...each, isPromotion ? 'then everybody' : 'then ask'].join(', ');
}

/** When the stage of the present share is over; ISO 8601, UTC. */
export function stageEnd({ stages, at }: StagedPlan, percent: number): string {
  const minutes = stages.find((each) => each.percent === percent)?.minutes ?? 0;
  return new Date(Date.parse(at) + minutes * 60_000).toISOString();
}

const STAGE = /^(\d{1,3}) ?% for (an?|\d{1,5}) ?([a-z]+)$/i;

function parseStage(text: string): Stage | string {
  const [, percent, number = '', word = ''] = STAGE.exec(text) ?? [];
  const unit = UNITS.find(({ words }) => words.some((each) => each === word.toLowerCase()));
  if (percent === undefined || !unit) return `"${text}" is no stage; one is like "10 % for 2 h" or "50 % for a day".`;
  const count = /^an?$/i.test(number) ? 1 : Number(number);
  const parsed = v.safeParse(stage, { percent: Number(percent), minutes: count * unit.minutes });
  return parsed.success
    ? parsed.output
    : `"${text}" is no stage; a share is 1 to 99 %, and a stage takes 1 minute to 30 days.`;
}

/** Reads the stages of a plan as a person writes them. @returns a sentence that says what is wrong, or the stages. */
export function parseStages(text: string): readonly Stage[] | string {
  const words = text.split(',').map((word) => word.trim().replaceAll(/\s+/g, ' '));
  if (words.pop()?.toLowerCase() !== 'then ask')
    return 'A plan ends with ", then ask", because only a promotion gives a version to everybody: "10 % for 2 h, 50 % for a day, then ask".';
  const stages: Stage[] = [];
  for (const word of words) {
    const parsed = parseStage(word);
    if (typeof parsed === 'string') return parsed;
    stages.push(parsed);
  }
  const shrinking = stages.find(({ percent }, index) => percent <= (stages[index - 1]?.percent ?? 0));
  if (shrinking) return `The shares of a plan grow, and ${String(shrinking.percent)} % does not.`;
  if (stages.length === 0 || stages.length > MOST_STAGES) return `A plan has 1 to ${String(MOST_STAGES)} stages.`;
  return stages;
}
