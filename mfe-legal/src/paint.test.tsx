/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import { chosenIn, variantsToPaint } from '@portal/contract/painted-page';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { comparableMarkup, importPainter } from '@portal/ui/testing';
import { cleanup, screen } from '@testing-library/react';
import { Page as RegionsPage } from './pages/privacy-policy-regions-page.tsx';
import { Page as VersionsPage } from './pages/terms-versions-page.tsx';
import { openPage } from './testing/open-page.tsx';

Object.assign(globalThis, { PART_VERSION: '9.9.9' });
const { paintPages } = await importPainter(() => import('./paint.ts'));
const painted = await paintPages();
const RUNNING = { '/terms/versions': VersionsPage, '/privacy-policy/regions': RegionsPage };

test.each(Object.entries(RUNNING))('%s is painted as it runs, for every locale in the address', async (path, Page) => {
  const page = painted.find(({ paths }) => paths[0] === path);
  if (!page) throw new Error(`${path} is not painted`);
  for (const { name, search } of variantsToPaint(page))
    for (const language of IS_FULL_RUN ? LANGUAGES : (['nl'] as const)) {
      const html = page.variants[name]?.html[language] ?? '';
      await openPage(`${path}${search}`, Page, { language });
      expect(comparableMarkup(html)).toBe(comparableMarkup(screen.getByRole('main').innerHTML));
      cleanup();
    }
  expect(chosenIn(page.choice, new URLSearchParams('locale=fr-ca'))).toBe(page.choice ? 'fr-ca' : '');
});
