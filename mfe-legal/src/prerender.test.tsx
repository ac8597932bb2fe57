/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { LANGUAGES } from '@portal/contract/language';
import { chooseByQuery, pageCases } from '@portal/contract/prerendered';
import { IS_FULL_RUN } from '@portal/node-kit/testing/inputs';
import { comparableMarkup, importPrerender } from '@portal/ui/testing';
import { cleanup, screen } from '@testing-library/react';
import { Page as RegionsPage } from './pages/privacy-policy-regions-page.tsx';
import { Page as VersionsPage } from './pages/terms-versions-page.tsx';
import { openPage } from './testing/open-page.tsx';

Object.assign(globalThis, { PART_VERSION: '9.9.9' });
const { prerenderOpenPages } = await importPrerender(() => import('./prerender.ts'));
const rendered = await prerenderOpenPages();
const RUNNING = { '/terms/versions': VersionsPage, '/privacy-policy/regions': RegionsPage };

test.each(Object.entries(RUNNING))(
  '%s is prerendered as it runs, for every locale in the address',
  async (path, Page) => {
    const page = rendered.find(({ paths }) => paths[0] === path);
    if (!page) throw new Error(`${path} is not prerendered`);
    for (const [index, { search }] of pageCases(page).entries())
      for (const language of IS_FULL_RUN ? LANGUAGES : (['nl'] as const)) {
        const html = page.cases[language][index]?.html ?? '';
        await openPage(`${path}${search}`, Page, { language });
        expect(comparableMarkup(html)).toBe(comparableMarkup(screen.getByRole('main').innerHTML));
        cleanup();
      }
    expect(chooseByQuery(page.query, new URLSearchParams('locale=fr-ca'))).toBe(page.query ? 'fr-ca' : '');
  },
);
