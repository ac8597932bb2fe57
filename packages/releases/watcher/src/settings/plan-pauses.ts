import * as v from 'valibot';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const MINUTES_PER_DAY = 24 * 60;

/** "Fri 16:00". */
const weekTime = v.pipe(
  v.string(),
  v.regex(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([01]\d|2[0-3]):[0-5]\d$/, 'expected a day and a time such as "Fri 16:00"'),
);
/** "2026-12-20" or "2026-12-20 18:00". */
const dateTime = v.pipe(
  v.string(),
  v.regex(
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])( ([01]\d|2[0-3]):[0-5]\d)?$/,
    'expected a date such as "2026-12-20", or "2026-12-20 18:00"',
  ),
);
const timeZone = v.pipe(
  v.string(),
  v.check((zone) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
    } catch {
      return false;
    }
  }, 'expected a time zone such as "Europe/Berlin"'),
);

/**
 * A time in which no plan raises a share: every week, or once. Times are those of its zone; the end does not belong to
 * it.
 */
export const PlanPauseSchema = v.strictObject({
  timeZone,
  weekly: v.optional(
    v.pipe(
      v.strictObject({ from: weekTime, to: weekTime }),
      v.check(({ from, to }) => from !== to, 'expected two times that differ'),
    ),
  ),
  dates: v.optional(
    v.pipe(
      v.strictObject({ from: dateTime, to: dateTime }),
      v.check(({ from, to }) => from < to, 'expected an end after the begin'),
    ),
  ),
});
type PlanPause = v.InferOutput<typeof PlanPauseSchema>;

/** Minutes since the begin of the week: "Mon 00:30" is 1470. */
function minuteOfWeek(text: string): number {
  const [day = '', time = ''] = text.split(' ');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return DAYS.findIndex((each) => each === day) * MINUTES_PER_DAY + hours * 60 + minutes;
}

/** What a clock on the wall shows. */
function wallClock(now: number, zone: string): { readonly week: string; readonly date: string } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const of = (type: string) => parts[type] ?? '';
  const time = `${of('hour')}:${of('minute')}`;
  return { week: `${of('weekday')} ${time}`, date: `${of('year')}-${of('month')}-${of('day')} ${time}` };
}

/** What pauses plans now, for people: "Fri 16:00 to Mon 08:00 (Europe/Berlin)"; undefined if nothing does. */
export function findPlanPause(planPauses: readonly PlanPause[], now: number): string | undefined {
  for (const { timeZone: zone, weekly, dates } of planPauses) {
    const { week, date } = wallClock(now, zone);
    if (weekly) {
      const [from, to, at] = [minuteOfWeek(weekly.from), minuteOfWeek(weekly.to), minuteOfWeek(week)];
      const isIn = from <= to ? from <= at && at < to : at >= from || at < to;
      if (isIn) return `${weekly.from} to ${weekly.to} (${zone})`;
    }
    if (dates && dates.from <= date && date < dates.to) return `${dates.from} to ${dates.to} (${zone})`;
  }
  return undefined;
}
