/** The part of visits whose browser has nothing of the portal in its cache. */
export const FIRST_SHARE = 0.4;
/** The part of a day's visits that come in its busiest hour. */
export const PEAK_HOUR = 0.12;
/**
 * The part of the processors that is used then; the rest is for bursts, for a release, and for a server that is away.
 */
export const USED = 0.5;
/** How often a visible page asks for a newer release, on average (`shell/src/open-tab.ts`). */
export const SECONDS_BETWEEN_LOOKS = 7;
const SECONDS_PER_HOUR = 3600;

/**
 * How many visits a day web servers serve that have `cores`, one process for each. `cpuSeconds` are those of a visit.
 */
export function visitsADay({ cores, cpuSeconds }: { readonly cores: number; readonly cpuSeconds: number }): number {
  return (cores * USED * SECONDS_PER_HOUR) / cpuSeconds / PEAK_HOUR;
}
