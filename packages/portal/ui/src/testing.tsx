import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { FeaturesProvider, OutwardLinksProvider } from './from-shell.ts';
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
  /** The page's route, for its parameters: "/staff/people/:id". */
  readonly route?: string;
  /** Links out of the portal; none unless given. */
  readonly links?: OutwardLinks;
  /** Switches of the configuration; none is on unless given. */
  readonly features?: Readonly<Record<string, boolean>>;
  readonly children: ReactNode;
}

const NO_LINKS: OutwardLinks = {};
const NO_FEATURES = {};

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
export function TestPortal({ path = '/', route, links = NO_LINKS, features = NO_FEATURES, children }: TestPortalProps) {
  return (
    <MemoryRouter initialEntries={[path]}>
      <OutwardLinksProvider value={links}>
        <FeaturesProvider value={features}>
          <main>
            {route === undefined ? (
              children
            ) : (
              <Routes>
                <Route path={route} element={children} />
              </Routes>
            )}
          </main>
        </FeaturesProvider>
      </OutwardLinksProvider>
      <Here />
      <Notices closeLabel="Close this notice" />
    </MemoryRouter>
  );
}

/** Markup to compare a prerendered page with the running one: without what differs between a build and a browser. */
export function comparableMarkup(html: string): string {
  const template = document.createElement('template');
  template.innerHTML = html;
  // Ids that React makes, as in "aria-labelledby".
  return template.innerHTML.replaceAll(/ [a-z-]+="_r_[^"]*"/gi, '');
}

/**
 * Imports a module that prerenders, in jsdom: React's server build wants a MessageChannel, which it uses for streams
 * alone. React in the page must not find it.
 */
export async function importPrerender<Module>(load: () => Promise<Module>): Promise<Module> {
  Object.assign(globalThis, {
    MessageChannel: class {
      readonly port1 = {};
      readonly port2 = {};
    },
  });
  try {
    return await load();
  } finally {
    Reflect.deleteProperty(globalThis, 'MessageChannel');
  }
}
