import type { Page } from '@playwright/test';
import { goWithin } from './support/hubs-page.ts';
import { chooseLanguage } from './support/in-page.ts';
import { expect, startSignedIn, test } from './support/portal.ts';

test.describe.configure({ mode: 'parallel' });

const PHONE = { width: 375, height: 800 };
const LANGUAGES = ['en', 'de', 'fr'] as const;
type Language = (typeof LANGUAGES)[number];

/** Titles in the interface's language. */
const TITLES = {
  terms: ['Terms of use', 'Nutzungsbedingungen', 'Conditions d’utilisation'],
  policy: ['Privacy policy', 'Datenschutzerklärung', 'Politique de confidentialité'],
  faq: ['Frequently asked questions', 'Häufige Fragen', 'Questions fréquentes'],
  service: ['Service description', 'Leistungsbeschreibung', 'Description du service'],
  corporate: ['Corporate information', 'Impressum', 'Informations sur l’entreprise'],
  developer: ['Developer terms', 'Entwicklerbedingungen', 'Conditions pour les développeurs'],
  accessibility: ['Accessibility', 'Barrierefreiheit', 'Accessibilité'],
  versions: [
    'Versions of the terms of use',
    'Fassungen der Nutzungsbedingungen',
    'Versions des conditions d’utilisation',
  ],
} as const;

interface LegalRoute {
  readonly path: string;
  readonly title: keyof typeof TITLES;
  /** Document and version. */
  readonly shows: string;
  /** Where it ends, if it leads on. */
  readonly leadsTo?: string;
  /** The document's language, where the address and not the reader chooses it. */
  readonly language?: string;
  readonly inGerman?: true;
}

const getPolicy = (version: number): LegalRoute => ({
  path: `/privacy-policy/v${version}`,
  title: 'policy',
  shows: 'privacy-policy/v6',
  leadsTo: '/privacy-policy',
});
const getTerms = (version: number): LegalRoute => ({
  path: `/terms/v${version}`,
  title: 'terms',
  shows: 'terms/v2',
  leadsTo: '/terms',
});

const TERMS: readonly LegalRoute[] = [
  { path: '/terms', title: 'terms', shows: 'terms/v2' },
  { path: '/terms?version=v1', title: 'terms', shows: 'terms/v1' },
  { path: '/terms?version=v2', title: 'terms', shows: 'terms/v2' },
  { path: '/terms?version=latest', title: 'terms', shows: 'terms/v2' },
  { path: '/terms?version=v99', title: 'terms', shows: 'terms/v2' },
  ...[1, 2, 3].map(getTerms),
];
const POLICIES: readonly LegalRoute[] = [
  { path: '/privacy-policy', title: 'policy', shows: 'privacy-policy/v6' },
  { path: '/privacy-policy?locale=en-us', title: 'policy', shows: 'privacy-policy/v6', language: 'en-us' },
  { path: '/privacy-policy?locale=en-ca', title: 'policy', shows: 'privacy-policy/v6', language: 'en-us' },
  { path: '/privacy-policy?locale=fr-ca', title: 'policy', shows: 'privacy-policy/v6', language: 'fr-ca' },
  { path: '/privacy-policy?locale=fr', title: 'policy', shows: 'privacy-policy/v6', language: 'fr' },
  ...[1, 2, 3, 4, 5, 6].map(getPolicy),
];
const OTHERS: readonly LegalRoute[] = [
  { path: '/faq', title: 'faq', shows: 'faq/v1', inGerman: true },
  { path: '/tos', title: 'developer', shows: 'developer-terms/v2' },
  { path: '/service-description', title: 'service', shows: 'service-description/v1' },
  { path: '/developer-terms/v2', title: 'developer', shows: 'developer-terms/v2' },
  { path: '/service-description/v1', title: 'service', shows: 'service-description/v1' },
  { path: '/corporate-information', title: 'corporate', shows: 'corporate-information/v1' },
  { path: '/developer-terms/v1', title: 'developer', shows: 'developer-terms/v1' },
  { path: '/accessibility', title: 'accessibility', shows: 'accessibility/v1', inGerman: true },
];

/** Takes one of each list in turn. */
const inTurn = (some: readonly LegalRoute[], others: readonly LegalRoute[]) =>
  Array.from({ length: Math.max(some.length, others.length) }, (_, index) => [some[index], others[index]])
    .flat()
    .filter((route) => route !== undefined);

/** Neighbours have different titles, so that each page is seen to replace the one before. */
const ROUTES = inTurn(POLICIES, inTurn(TERMS, OTHERS));

const pdf = (shows: string, language: string) => `/documents/${shows}/${language.toUpperCase()}.pdf`;
/** The language of the document that a reader of `language` gets. */
const writtenIn = (route: LegalRoute, language: Language) =>
  route.language ?? (language === 'de' && !route.inGerman ? 'en' : language);

/** Opens as text; the developer terms open in the viewer. The title is in the language of the interface. */
async function expectDocument(page: Page, route: LegalRoute, language: Language): Promise<void> {
  const { path, title, shows, leadsTo = path } = route;
  const written = writtenIn(route, language);
  await expect(page).toHaveURL((url) => url.pathname + url.search === leadsTo);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES[title][LANGUAGES.indexOf(language)] ?? '');
  if (title === 'developer') {
    const viewer = page.getByRole('main').getByRole('region');
    await expect(viewer).toHaveAttribute('lang', written);
    await expect(viewer.locator('canvas').first()).toBeVisible();
  } else {
    const sheet = page.getByRole('article');
    await expect(sheet).toHaveAttribute('lang', written);
    await expect(sheet.getByRole('heading', { level: title === 'faq' ? 2 : 3 }).nth(4)).toBeVisible();
  }
  const fellBack = written === 'en' && language === 'de' && route.language === undefined;
  await expect(page.getByText('Nur auf Englisch')).toHaveCount(fellBack ? 1 : 0);
  if (title !== 'service') {
    const address = await page.locator('a[download]').first().getAttribute('href');
    expect(address).toBe(pdf(shows, written));
  }
}

/** Every PDF once, whatever the number of routes that show it. */
async function expectPdfs(page: Page, languages: readonly Language[]): Promise<void> {
  const addresses = ROUTES.flatMap((route) =>
    languages.map((language) => pdf(route.shows, writtenIn(route, language))),
  );
  for (const address of new Set(addresses)) {
    const answer = await page.request.get(address);
    expect(answer.headers()['content-type']).toBe('application/pdf');
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
  }
}

/**
 * The list of the versions of the terms: its title, its links, and the PDF of each version in the reader's language.
 */
async function expectVersions(page: Page, language: Language): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLES.versions[LANGUAGES.indexOf(language)] ?? '');
  const entries = page.getByRole('main').getByRole('listitem');
  await expect(entries).toHaveCount(3);
  await expect(entries.nth(1).getByRole('link').first()).toContainText('24.03.2020');
  await expect(entries.nth(2).getByRole('link').first()).toContainText('25.03.2020');
  const written = language === 'de' ? 'en' : language;
  const pdfs = page.locator('a[download]');
  const addresses = await pdfs.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual([pdf('terms/v1', written), pdf('terms/v2', written)]);
}

const VERSIONS_PATH = '/terms/versions';

// In German some documents are in English; French has all documents. `routes.spec.ts` loads each of the paths.
for (const [how, languages, person] of [
  ['opened by a visitor in English', ['en'], undefined],
  ['followed in one page by an owner in German and French [T015]', ['de', 'fr'], 'owner@example.com'],
] as const)
  test(`every legal route works, ${how}`, async ({ page, context, portal }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(PHONE);
    if (person !== undefined) await startSignedIn(context, portal.url, person);
    await page.goto('/welcome');
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await chooseLanguage(page, languages[0]);
    const open = async (path: string) => await (person === undefined ? page.goto(path) : goWithin(page, path));
    let shown: readonly Language[] = languages;
    for (const route of ROUTES) {
      await test.step(route.path, async () => {
        await open(route.path);
        for (const language of shown) {
          await chooseLanguage(page, language);
          await expectDocument(page, route, language);
        }
      });
      shown = shown.toReversed(); // the page already has the last one
    }
    await open(VERSIONS_PATH);
    for (const language of shown) {
      await chooseLanguage(page, language);
      await expectVersions(page, language);
    }
    await expectPdfs(page, languages);
  });
