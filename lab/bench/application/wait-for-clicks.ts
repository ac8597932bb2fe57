/*
 * What one application as usually written does on the way to another page before the click, in place of `get-ready-to-move.ts`: nothing.
 */

export const getReadyToMove = (): void => undefined;
export const followIntent = (): void => undefined;
