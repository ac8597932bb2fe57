import { REMOTES } from './cell.ts';

const NO_NETWORK = 'Without a network there is no page: the browser shows its own message, which has a way on.';

/** Cells that cannot pass, with the reasons. They are tried all the same, so that one that passes one day is noticed. */
export const EXCEPTIONS: Readonly<Record<string, string>> = Object.fromEntries(
  REMOTES.map((remote) => [`network, offline and back: first screen of ${remote}`, NO_NETWORK]),
);
