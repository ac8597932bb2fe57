import type { OutwardLinks } from '@portal/ui';
import { TestPortal } from '@portal/ui/testing';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';

/** Every link out of the portal that the remote uses. */
export const LINKS: OutwardLinks = {
  kitRepository: 'https://code.example.com/kit',
  kitIntroduction: 'https://www.example.com/kit',
  kitForum: 'https://forum.example.com/kit',
};

export function openPage(Page: ComponentType, path: string, links: OutwardLinks = LINKS): void {
  render(
    <TestPortal path={path} links={links}>
      <Page />
    </TestPortal>,
  );
}
