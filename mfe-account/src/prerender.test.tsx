/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import { textSlot } from '@portal/contract/markup';
import { pageCases } from '@portal/contract/prerendered';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { comparableMarkup, importPrerender } from '@portal/ui/testing';
import { cleanup, screen } from '@testing-library/react';
import { Page } from './pages/migration-info-page.tsx';
import { openPage } from './testing/open-page.tsx';

const IDENTITY = 'https://identity.example.com/';
Object.assign(globalThis, { PART_VERSION: '9.9.9' });
const { prerenderOpenPages } = await importPrerender(() => import('./prerender.ts'));
const rendered = await prerenderOpenPages();

test('/migration-info is prerendered as it runs, with and without a link to the identity', async () => {
  const page = rendered.find(({ paths }) => paths[0] === '/migration-info');
  for (const [index, { activeConditions }] of pageCases(page ?? { conditions: ['link:identityManagement'] }).entries())
    for (const language of IS_FULL_RUN ? LANGUAGES : (['fr'] as const)) {
      const links = activeConditions.length > 0 ? { identityManagement: IDENTITY } : {};
      await openPage(Page, { language, links });
      const html = page?.cases[language][index]?.html.replaceAll(textSlot('link.identityManagement'), IDENTITY) ?? '';
      expect(comparableMarkup(html)).toBe(comparableMarkup(screen.getByRole('main').innerHTML));
      cleanup();
    }
});
