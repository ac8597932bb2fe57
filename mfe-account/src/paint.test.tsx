/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import { fillPainted, variantsToPaint } from '@portal/contract/painted-page';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { comparableMarkup, importPainter } from '@portal/ui/testing';
import { cleanup, screen } from '@testing-library/react';
import { Page } from './pages/migration-info-page.tsx';
import { openPage } from './testing/open-page.tsx';

const IDENTITY = 'https://identity.example.com/';
Object.assign(globalThis, { PART_VERSION: '9.9.9' });
const { paintPages } = await importPainter(() => import('./paint.ts'));
const painted = await paintPages();

test('/migration-info is painted as it runs, with and without a link to the identity', async () => {
  expect(painted.map(({ paths }) => paths)).toEqual([['/migration-info']]);
  for (const page of painted)
    for (const { name, holding } of variantsToPaint(page))
      for (const language of IS_FULL_RUN ? LANGUAGES : (['fr'] as const)) {
        const links = holding.length > 0 ? { identityManagement: IDENTITY } : {};
        await openPage(Page, { language, links });
        const html = fillPainted(page.variants[name]?.html[language] ?? '', { 'link.identityManagement': IDENTITY });
        expect(comparableMarkup(html)).toBe(comparableMarkup(screen.getByRole('main').innerHTML));
        cleanup();
      }
});
