import type { Page, Route } from '@playwright/test';
import type { Person } from '../support/backend.ts';
import type { KillableServers } from '../support/killable-portal.ts';
import type { WebServerProcess } from '../support/portal-process.ts';

/** The remotes, by the short names that the table uses. */
export const REMOTES = ['hubs', 'account', 'developer', 'legal'] as const;
export type Remote = (typeof REMOTES)[number];

/** One try of a fault on a surface, in a browser context and with a person of its own. */
export interface Cell {
  readonly page: Page;
  readonly person: Person;
  readonly portal: WebServerProcess;
  readonly backendUrl: string;
  /** The portal's servers, if they are the worker's own. */
  readonly servers?: KillableServers;
  /** Who has signed in in another tab. */
  other?: Person;
  /** How many requests have met the fault. */
  met: number;
  /** Ends when the fault does: what it holds back goes on then. */
  readonly ended: PromiseWithResolvers<void>;
}

type SurfaceKind = 'first screen' | 'navigation' | 'action';

/** Where a person meets a fault. */
export interface Surface {
  readonly remote: Remote;
  readonly kind: SurfaceKind;
  /** The demo person that a cell's person is a copy of. */
  readonly copyOf: 'owner' | 'developer';
  /** Address of the page. */
  readonly path: string;
  /** The chunk of the page. */
  readonly chunk: string;
  /** The call whose answer the page shows, if it has one of its own: method and path below the API. */
  readonly read?: string;
  /** The call that the action sends. */
  readonly write?: string;
  /** Comes as near as possible before the fault begins. */
  approach(page: Page): Promise<void>;
  /** Opens the page, or acts. */
  reach(page: Page): Promise<void>;
  /** Sees what only the working page has. */
  works(page: Page): Promise<void>;
  /** For actions: repeats it after a failure. Input must still be there. */
  repeat?(page: Page): Promise<void>;
  /** For actions: sees what was typed or chosen, although the action failed. */
  keepsInput?(page: Page): Promise<void>;
}

/** What a person must see while a fault lasts, and how they go on when it has ended. */
export interface Expectation {
  /** Sees the message and its way on, within ten seconds. */
  sees(cell: Cell, surface: Surface): Promise<void>;
  /** Takes the way on. */
  goesOn(cell: Cell, surface: Surface): Promise<void>;
  /** Whether the rest of the portal can be used while the fault lasts; undefined where the whole page has it. */
  readonly restWorks: boolean;
  /** Where the page is left, or the action succeeds although something failed. */
  readonly keepsInput?: false;
}

export interface Fault {
  /** "entry, 404" */
  readonly name: string;
  /** The failure of the surface's remote that the web server counts. */
  readonly counted?: 'unreachable' | 'tampered' | 'timed-out' | 'incompatible' | 'crashed';
  /** Whether the page's policy keeps it out, which the browser reports. */
  readonly breaksPolicy?: true;
  /**
   * Whether the test moves the clock instead of waiting. The read of a page begins ahead of its code, which must not be
   * late, too.
   */
  readonly movesClock?: true | 'when the page runs';
  /** Whether it begins before the page that the surface is on is opened. */
  readonly fromTheStart?: true;
  /** Whether it stops servers or releases versions, and so needs a portal that no other cell uses meanwhile. */
  readonly ownServers?: true;
  applies(surface: Surface): boolean;
  expects(surface: Surface): Expectation;
  begin(cell: Cell, surface: Surface): Promise<void>;
  end(cell: Cell, surface: Surface): Promise<void>;
}

/** Lets every request that matches meet `answer`, and counts them. */
export async function intercept(cell: Cell, address: RegExp, answer: (route: Route) => Promise<void>): Promise<void> {
  await cell.page.route(address, async (route) => {
    cell.met += 1;
    await answer(route);
  });
}
