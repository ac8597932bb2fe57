import { findOpener, ROUTES } from '../../e2e/src/support/routes.ts';

/** A screen of the contact sheet. */
export interface SheetScreen {
  /** "settings", "info-successful_deletion": the name for `--screen`, and of the pictures. */
  readonly name: string;
  readonly path: string;
  /** Who has signed in. */
  readonly email?: string;
}

/** "/info?successful_deletion" -> "info-successful_deletion" */
const getName = (path: string): string => path.slice(1).replaceAll(/[^\w.]+/g, '-');

/** Every route, as somebody sees it who may open it. */
const OPENED: readonly SheetScreen[] = ROUTES.flatMap((row): readonly SheetScreen[] => {
  const opener = findOpener(row);
  return opener === null
    ? []
    : [{ name: getName(row.path), path: row.path, ...(opener !== undefined && { email: opener }) }];
});

/** The routes, and the states of hubs and account that depend on who has signed in. */
export const SHEET_SCREENS: readonly SheetScreen[] = [
  ...OPENED,
  { name: 'terms-as-pdf', path: '/terms?view=pdf' },
  { name: 'not-found', path: '/no/such/page' },
  { name: 'login-not-linked', path: '/login?title=BOSCH_ID_NOT_LINKED_TO_ACCOUNT' },
  ...['guest', 'empty', 'many'].map((who) => ({
    name: `settings-${who}`,
    path: '/settings',
    email: `${who}@example.com`,
  })),
  { name: 'account-unmigrated', path: '/account', email: 'unmigrated@example.com' },
  { name: 'account-delete-unmigrated', path: '/account/delete', email: 'unmigrated@example.com' },
];
