import type { PaintedCondition } from '@portal/contract/painted-page';
import { addMessages, startI18n } from '@portal/i18n';
import { LANGUAGES } from '@portal/contract/language';
import { HELP_PATH } from '@portal/contract/page';
import type { UnstyledPage } from '@portal/i18n/paint';
import { paintVariants } from '@portal/i18n/paint';
import { OutwardLinksProvider } from '@portal/ui';
import { paint, paintedLinks } from '@portal/ui/paint';
import type { ComponentType } from 'react';
import { BuildFacts } from '../information/build-facts.tsx';
import { INFO_KEYS, USER_INFO_VALUES } from '../information/chosen-message.ts';
import { Page as InformationPage } from '../information/information-page.tsx';
import { PortalProvider } from '../portal.ts';
import { loadShellMessages } from '../languages.ts';
import { SHELL_PAGES } from '../routing/shell-pages.ts';
import { NOT_LINKED } from '../sign-in/sign-in-message.tsx';
import { Page as SignInPage } from '../sign-in/sign-in-page.tsx';
import { SIGN_IN_PATH } from '../sign-in-target.ts';
import { PaintingProvider } from '../painting.ts';
import { paintingPortal } from './painting-portal.ts';

const HELP: PaintedCondition = `route:/${HELP_PATH.slice(1)}`;

/** Paints a page at an address; its own title is that of the document. */
function paintAt(address: string, Page: ComponentType, holding: readonly PaintedCondition[]) {
  const titles: string[] = [];
  const painting = {
    signedIn: holding.includes('signedIn'),
    signIn: holding.includes('signInLink') ? '%signIn%' : undefined,
    onTitle: (title: string) => titles.push(title),
  };
  const html = paint(
    address,
    <PaintingProvider value={painting}>
      <PortalProvider value={paintingPortal(holding.includes(HELP))}>
        <OutwardLinksProvider value={paintedLinks(holding)}>
          <Page />
        </OutwardLinksProvider>
      </PortalProvider>
    </PaintingProvider>,
  );
  return { html, title: titles.at(-1) };
}

type Facts = Omit<UnstyledPage, 'variants'>;

const INFORMATION: readonly Facts[] = [
  { paths: ['/welcome'], conditions: ['signedIn'], leavesSignedIn: false },
  { paths: ['/info'], conditions: ['signedIn'], leavesSignedIn: false, choice: { by: 'key', values: [...INFO_KEYS] } },
  {
    paths: ['/user-info'],
    conditions: ['signedIn', HELP, 'link:contact'],
    leavesSignedIn: false,
    choice: { by: 'value', parameter: 'show', values: [...USER_INFO_VALUES], without: '/404.html' },
  },
  { paths: ['/forbidden'], conditions: [HELP, 'link:contact'], leavesSignedIn: false },
  { paths: ['/404.html'], conditions: [], leavesSignedIn: false },
];

const SIGN_IN: Facts = {
  paths: [SIGN_IN_PATH, '/', '/loggedin'],
  conditions: ['signInLink', HELP],
  leavesSignedIn: true,
  choice: { by: 'value', parameter: 'title', values: [NOT_LINKED] },
};

const BUILD_INFORMATION: Facts = { paths: ['/build-information'], conditions: [], leavesSignedIn: false };
const ROW = /<tbody[^>]*>.*<\/tbody>/s;

/** The page with the row of one part, which the web server repeats. */
function paintBuildInformation() {
  const part = { name: '%part.name%', version: '%part.version%', day: '%part.day%' };
  const whole = paint(
    '/build-information',
    <BuildFacts version="%version%" day="%day%" release="%release%" parts={[part]} />,
  );
  const [row] = ROW.exec(whole) ?? [];
  if (row === undefined) throw new Error(`The build information has no row to fill: ${whole}`);
  return { html: whole.replace(row, '%parts%'), part: row };
}

/** Paints the shell's open pages, for the build. */
export async function paintPages(): Promise<readonly UnstyledPage[]> {
  await startI18n({ language: 'en', messages: {} });
  for (const language of LANGUAGES) {
    addMessages('shell', language, await loadShellMessages(language));
    for (const { texts } of Object.values(SHELL_PAGES))
      if (texts) addMessages(texts.namespace, language, await texts.load(language));
  }
  const painted: UnstyledPage[] = [];
  for (const page of [SIGN_IN, ...INFORMATION]) {
    const [path = ''] = page.paths;
    const Page = page === SIGN_IN ? SignInPage : InformationPage;
    painted.push(await paintVariants(page, ({ search, holding }) => paintAt(`${path}${search}`, Page, holding)));
  }
  return [...painted, await paintVariants(BUILD_INFORMATION, paintBuildInformation)];
}
