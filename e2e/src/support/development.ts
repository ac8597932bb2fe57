import { test as base } from './watched-test.ts';
import { copySources } from '../../../scripts/testing/source-copy.ts';
import type { SourceCopy } from '../../../scripts/testing/source-copy.ts';
import { startDevelopment } from './portal-process.ts';

interface Development {
  readonly url: string;
  readonly sources: SourceCopy;
}

/** What `npm run dev` serves of a copy of the sources, started once for all files of the project "development". */
export const test = base.extend<object, { development: Development }>({
  development: [
    async ({ browser: _ }, use) => {
      const sources = await copySources(['e2e', 'docs']);
      try {
        const portal = await startDevelopment(sources.root);
        await use({ url: portal.url, sources });
        await portal.stop();
      } finally {
        await sources.remove();
      }
    },
    { scope: 'worker', timeout: 360_000 },
  ],
  baseURL: async ({ development }, use) => {
    await use(development.url);
  },
});
