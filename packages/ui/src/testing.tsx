import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { Notices } from './notices/notices.tsx';

/** Where the test portal is, as a text to look for: "At /settings". */
function Here() {
  const { pathname } = useLocation();
  return <p>At {pathname}</p>;
}

export interface TestPortalProps {
  /** Path and query, "/" unless given. */
  readonly path?: string;
  readonly children: ReactNode;
}

/** What a page needs around it in a test: a router in memory, the place of the notices, and a line that says where it is. */
export function TestPortal({ path = '/', children }: TestPortalProps) {
  return (
    <MemoryRouter initialEntries={[path]}>
      <main>{children}</main>
      <Here />
      <Notices closeLabel="Close this notice" />
    </MemoryRouter>
  );
}
