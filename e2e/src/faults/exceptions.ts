import { REMOTES } from './cell.ts';

const NO_NETWORK = 'Without a network there is no page: the browser shows its own message, which has a way on.';

const NO_SHELL =
  'Without its data the shell does not start: there is no footer, and “Log out” does nothing. “Try again” and the links of the header lead on.';
const PAGE_DATA = ['missing', 'cut', 'foreign'];

/** Cells that cannot pass, with the reasons. They are tried all the same, so that one that passes one day is noticed. */
export const EXCEPTIONS: Readonly<Record<string, string>> = Object.fromEntries(
  REMOTES.flatMap((remote): (readonly [cell: string, reason: string])[] => [
    [`network, offline and back: first screen of ${remote}`, NO_NETWORK],
    ...PAGE_DATA.map((way) => [`page data, ${way}: first screen of ${remote}`, NO_SHELL] as const),
  ]),
);
