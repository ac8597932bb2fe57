import { textSlot } from '@portal/contract/markup';
import { HELP_PATH } from '@portal/contract/paths';
import type { PrerenderCondition } from '@portal/contract/prerendered';
import type { RenderedPage } from '@portal/i18n/prerender';
import { cutOut, inEveryLanguage, linkSlots, renderCases, startTexts } from '@portal/i18n/prerender';
import { OutwardLinksProvider } from '@portal/ui';
import { renderAt } from '@portal/ui/prerender';
import type { ComponentType } from 'react';
import { BuildFacts } from '../information/build-facts.tsx';
import { INFO_KEYS, USER_INFO_VALUES } from '../information/chosen-message.ts';
import { Page as InformationPage } from '../information/information-page.tsx';
import { PortalProvider } from '../portal.ts';
import { loadShellMessages } from '../languages.ts';
import { PrerenderingProvider } from '../prerendering.ts';
import { SHELL_PAGES } from '../routing/shell-pages.ts';
import { NOT_LINKED } from '../sign-in/sign-in-message.tsx';
import { Page as SignInPage } from '../sign-in/sign-in-page.tsx';
import { SIGN_IN_PATH } from '../sign-in-target.ts';
import { createPrerenderPortal } from './prerender-portal.ts';

const HELP: PrerenderCondition = `route:/${HELP_PATH.slice(1)}`;

/** Renders a page at an address; its own title is that of the document. */
function renderShellPage(address: string, Page: ComponentType, activeConditions: readonly PrerenderCondition[]) {
  const titles: string[] = [];
  const prerendering = {
    signedIn: activeConditions.includes('signedIn'),
    signIn: activeConditions.includes('signInLink') ? textSlot('link.signIn') : undefined,
    onTitle: (title: string) => titles.push(title),
  };
  const html = renderAt(
    address,
    <PrerenderingProvider value={prerendering}>
      <PortalProvider value={createPrerenderPortal(activeConditions.includes(HELP))}>
        <OutwardLinksProvider value={linkSlots(activeConditions)}>
          <Page />
        </OutwardLinksProvider>
      </PortalProvider>
    </PrerenderingProvider>,
  );
  return { html, title: titles.at(-1) };
}

type Facts = Omit<RenderedPage, 'cases'>;

const INFORMATION: readonly Facts[] = [
  { paths: ['/welcome'], conditions: ['signedIn'] },
  { paths: ['/info'], conditions: ['signedIn'], query: { by: 'key', values: [...INFO_KEYS] } },
  {
    paths: ['/user-info'],
    conditions: ['signedIn', HELP, 'link:contact'],
    query: { by: 'value', parameter: 'show', values: [...USER_INFO_VALUES], without: '/404.html' },
  },
  { paths: ['/forbidden'], conditions: [HELP, 'link:contact'] },
  { paths: ['/404.html'], conditions: [] },
];

const SIGN_IN: Facts = {
  paths: [SIGN_IN_PATH, '/', '/loggedin'],
  conditions: ['signInLink', HELP],
  leavesSignedIn: true,
  query: { by: 'value', parameter: 'title', values: [NOT_LINKED] },
};

const BUILD_INFORMATION: Facts = { paths: ['/build-information'], conditions: [] };

/** The page with the row of one part, which the web server repeats. */
function renderBuildInformation() {
  const part = { name: textSlot('part.name'), version: textSlot('part.version'), day: textSlot('part.day') };
  const html = renderAt(
    '/build-information',
    <BuildFacts version={textSlot('version')} day={textSlot('day')} release={textSlot('release')} parts={[part]} />,
  );
  return cutOut(html, 'tbody', 'parts');
}

/** Renders the shell's open pages, for the build. */
export async function prerender(): Promise<readonly RenderedPage[]> {
  const texts = Object.values(SHELL_PAGES).flatMap(({ texts: each }) =>
    each ? [[each.namespace, each.load] as const] : [],
  );
  await startTexts({ shell: loadShellMessages, ...Object.fromEntries(texts) });
  const rendered: RenderedPage[] = [];
  for (const page of [SIGN_IN, ...INFORMATION]) {
    const [path = ''] = page.paths;
    const Page = page === SIGN_IN ? SignInPage : InformationPage;
    rendered.push(
      await renderCases(page, ({ search, activeConditions }) =>
        renderShellPage(`${path}${search}`, Page, activeConditions),
      ),
    );
  }
  const items = await inEveryLanguage(() => [{ choices: {}, html: renderBuildInformation().cut }]);
  const information = await renderCases(BUILD_INFORMATION, () => ({ html: renderBuildInformation().html }));
  return [...rendered, { ...information, items }];
}
