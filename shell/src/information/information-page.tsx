import { matchesPath } from '@portal/contract/paths';
import { useLocation } from '@portal/ui';
import type { ComponentType } from 'react';
import { BuildInformation } from './build-information.tsx';
import { Forbidden, NotFound } from './dead-ends.tsx';
import { Info, UserInfo } from './info.tsx';
import { Welcome } from './welcome.tsx';

const PAGES: readonly (readonly [path: string, ComponentType])[] = [
  ['/welcome', Welcome],
  ['/info', Info],
  ['/user-info', UserInfo],
  ['/forbidden', Forbidden],
  ['/build-information', BuildInformation],
];

/** The pages that only inform. They share a chunk: each is small, and rarely seen. */
export function Page() {
  const { pathname } = useLocation();
  const [, Found = NotFound] = PAGES.find(([path]) => matchesPath(path, pathname)) ?? [];
  return <Found />;
}
