/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import { textSlot } from '@portal/contract/markup';
import { pageCases } from '@portal/contract/prerendered';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { comparableMarkup, importPrerender } from '@portal/ui/testing';
import { cleanup, screen } from '@testing-library/react';
import { Page as CheckDevicePage } from './pages/check-device-page.tsx';
import { Page as HubReleasePage } from './pages/hub-release-page.tsx';
import { openPage } from './testing/open-page.tsx';

const RUNNING = { '/hub-release': HubReleasePage, '/check-device': CheckDevicePage };
const APP = 'https://app.example.com/open';
Object.assign(globalThis, { PART_VERSION: '9.9.9' });
const { prerenderOpenPages } = await importPrerender(() => import('./prerender.ts'));
const rendered = await prerenderOpenPages();

test.each(Object.entries(RUNNING))('%s is prerendered as it runs, with and without the app', async (path, Page) => {
  const page = rendered.find(({ paths }) => paths[0] === path);
  for (const [index, { activeConditions }] of pageCases(page ?? { conditions: ['link:app'] }).entries())
    for (const language of IS_FULL_RUN ? LANGUAGES : (['de'] as const)) {
      const links = activeConditions.includes('link:app') ? { app: APP } : {};
      await openPage({ Page, path, links, account: null }, language);
      const html = page?.cases[language][index]?.html.replaceAll(textSlot('link.app'), APP) ?? '';
      expect(comparableMarkup(html)).toBe(comparableMarkup(screen.getByRole('main').innerHTML));
      cleanup();
    }
});
