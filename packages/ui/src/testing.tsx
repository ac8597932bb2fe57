import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { OutwardLinksProvider } from './from-shell.ts';
import type { OutwardLinks } from './from-shell.ts';
import { dismiss, raisedNotices } from './notice-bus.ts';
import { Notices } from './notices.tsx';

/** The current address as a text to look for: "At /settings", with the query. */
function Here() {
  const { pathname, search } = useLocation();
  return (
    <p>
      At {pathname}
      {search}
    </p>
  );
}

export interface TestPortalProps {
  /** Path and query, "/" unless given. */
  readonly path?: string;
  /** Links out of the portal; none unless given. */
  readonly links?: OutwardLinks;
  readonly children: ReactNode;
}

const NO_LINKS: OutwardLinks = {};

/** Makes dialogs open and close in jsdom, which does not implement them. */
export function stubDialogs(): void {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
}

/** Removes the notices of an earlier test. */
export function dismissNotices(): void {
  for (const { id } of raisedNotices()) dismiss(id);
}

/** The environment of a page in a test: a router in memory, the notices, and a line with the current address. */
export function TestPortal({ path = '/', links = NO_LINKS, children }: TestPortalProps) {
  return (
    <MemoryRouter initialEntries={[path]}>
      <OutwardLinksProvider value={links}>
        <main>{children}</main>
      </OutwardLinksProvider>
      <Here />
      <Notices closeLabel="Close this notice" />
    </MemoryRouter>
  );
}
