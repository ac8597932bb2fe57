import { session } from '@portal/session';
import type { Portal } from '../portal.ts';
import { whenIdle } from '../when-idle.ts';

/** The account, which the header leads to beside the items of the parts. */
const ACCOUNT_PATH = '/account';

declare global {
  interface Navigator {
    /** Known in Chromium alone. */
    readonly connection?: { readonly saveData?: boolean };
  }
}

/**
 * Fetches, when the browser has nothing else to do, what the next steps need to know: the hashes of the scripts that the page's own parts
 * may load later, and the parts that the header leads to. Whoever saves data gets them when they are needed.
 */
export function getReadyToMove({ page, parts, navigation }: Pick<Portal, 'page' | 'parts' | 'navigation'>): void {
  if (navigator.connection?.saveData === true) return;
  whenIdle(() => {
    const own = ['shell', ...Object.keys(page.release.remotes)].map((part) => parts.scriptsOf(part));
    const shown =
      session.accessToken() === undefined ? [] : [...navigation.header.map(({ path }) => path), ACCOUNT_PATH];
    const further = shown.map((path) => parts.find(path));
    // Whoever needs one of them asks again, and shows the failure.
    for (const asked of [...own, ...further]) asked.catch(() => undefined);
  });
}
