import { SKELETONS } from '@portal/contract/declaration';
import { NO_SKELETON } from '@portal/contract/frame';
import type { Language } from '@portal/contract/language';
import { textSlot } from '@portal/contract/markup';
import { ButtonLink, Skeleton } from '@portal/ui';
import { renderAt } from '@portal/ui/prerender';
import { hasOwnHeading } from '../layout/heading.ts';
import { Header } from '../layout/header.tsx';
import de from '../locales/de.json';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import nl from '../locales/nl.json';
import { SIGN_IN_PATH } from '../sign-in-target.ts';

const MESSAGES = { en, de, fr, nl } as const;

function renderHeader(language: Language, signedIn: boolean): string {
  const { brand, nav, skip, signIn } = MESSAGES[language];
  return renderAt(
    '/',
    <>
      <a className="skip-link" href="#main">
        {skip}
      </a>
      <Header
        brand={brand}
        items={signedIn ? [{ path: '/item', label: 'Item' }] : []}
        currentPath="/"
        account={signedIn ? { label: '', path: '/account' } : undefined}
        texts={nav}
        onLogOut={() => undefined}
        signedOut={
          <ButtonLink variant="quiet" to={SIGN_IN_PATH}>
            {signIn.action}
          </ButtonLink>
        }
      />
    </>,
  );
}

const ITEM = /<li><a href="\/item"[^>]*>Item<\/a><\/li>/;

/**
 * The header with a slot for the items of the release, without the menu, which cannot be opened before the shell runs.
 */
function renderSignedInHeader(language: Language): string {
  const html = renderHeader(language, true);
  if (!ITEM.test(html)) throw new Error(`The prerendered header has no item: ${html}`);
  return html.replace(ITEM, '<slot name="items"></slot>').replace(/<nav class="menu".*<\/nav>(?=<\/header>)/s, '');
}

function renderMain(language: Language, kind: (typeof SKELETONS)[number] | typeof NO_SKELETON): string {
  return renderAt(
    '/',
    <main id="main" tabIndex={-1}>
      <slot name="page" />
      {kind !== NO_SKELETON && (
        <Skeleton
          kind={kind}
          {...(hasOwnHeading(kind) ? {} : { title: textSlot('title') })}
          label={MESSAGES[language].loading}
        />
      )}
    </main>,
  );
}

/** Header and `main` for every visitor and skeleton. */
function renderCases(language: Language) {
  const headers = { true: renderSignedInHeader(language), false: renderHeader(language, false) };
  return Object.entries(headers).flatMap(([signedIn, header]) =>
    ([...SKELETONS, NO_SKELETON] as const).map((skeleton) => ({
      choices: { signedIn, skeleton },
      html: header + renderMain(language, skeleton),
    })),
  );
}

/** The frame in all its cases, and an item of its header; the build adds styles and scripts. */
export function renderFrame() {
  const item = `<li><a href="${textSlot('link.path')}">${textSlot('label')}</a></li>`;
  return {
    cases: { en: renderCases('en'), de: renderCases('de'), fr: renderCases('fr'), nl: renderCases('nl') },
    items: [
      { choices: { current: 'false' }, html: item },
      { choices: { current: 'true' }, html: item.replace('<a ', '<a aria-current="page" ') },
    ],
  };
}
