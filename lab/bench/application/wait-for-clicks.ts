/*
 * What one application as usually written does on the way to another page before the click, in place of `prefetch-when-idle.ts`: nothing.
 */

export const prefetchWhenIdle = (): void => undefined;
export const followIntent = (): void => undefined;
