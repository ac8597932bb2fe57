import type { Frame } from '@portal/contract/frame';
import type { SKELETONS } from '@portal/contract/declaration';
import type { Language, LANGUAGES } from '@portal/contract/language';
import { ButtonLink, Skeleton } from '@portal/ui';
import { paint } from '@portal/ui/paint';
import { hasOwnHeading } from '../layout/heading.ts';
import { Header } from '../layout/header.tsx';
import de from '../locales/de.json';
import en from '../locales/en.json';
import fr from '../locales/fr.json';
import nl from '../locales/nl.json';
import { SIGN_IN_PATH } from '../sign-in-target.ts';

const MESSAGES = { en, de, fr, nl } as const;

function header(language: Language, signedIn: boolean): string {
  const { brand, nav, skip, signIn } = MESSAGES[language];
  return paint(
    '/',
    <>
      <a className="skip-link" href="#main">
        {skip}
      </a>
      <Header
        brand={brand}
        items={signedIn ? [{ path: '/%HREF%', label: '%LABEL%' }] : []}
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

const ITEM = /<li><a href="\/%HREF%"[^>]*>%LABEL%<\/a><\/li>/;

function forEachLanguage<Value>(make: (language: Language) => Value): Record<Language, Value> {
  return { en: make('en'), de: make('de'), fr: make('fr'), nl: make('nl') } satisfies Record<
    (typeof LANGUAGES)[number],
    Value
  >;
}

/** The header with a placeholder for the items of the release, without the menu, which cannot be opened before the shell runs. */
function signedInHeader(language: Language): string {
  const painted = header(language, true);
  if (!ITEM.test(painted)) throw new Error(`The painted header has no item to fill: ${painted}`);
  return painted.replace(ITEM, '%ITEMS%').replace(/<nav class="menu".*<\/nav>(?=<\/header>)/s, '');
}

/** The painted frame without its styles and scripts, which the build adds. */
export function renderFrame(): Omit<Frame, 'styles' | 'script' | 'fill'> {
  const item = '<li><a href="%HREF%">%LABEL%</a></li>';
  return {
    header: {
      signedIn: forEachLanguage(signedInHeader),
      signedOut: forEachLanguage((language) => header(language, false)),
    },
    item,
    currentItem: item.replace('<a ', '<a aria-current="page" '),
    skeletons: {
      table: paintSkeletons('table'),
      form: paintSkeletons('form'),
      task: paintSkeletons('task'),
      document: paintSkeletons('document'),
      message: paintSkeletons('message'),
      'sign-in': paintSkeletons('sign-in'),
    },
  };
}

function paintSkeletons(kind: (typeof SKELETONS)[number]): Record<Language, string> {
  return forEachLanguage((language) =>
    paint(
      '/',
      <main id="main" tabIndex={-1}>
        <Skeleton
          kind={kind}
          {...(hasOwnHeading(kind) ? {} : { title: '%TITLE%' })}
          label={MESSAGES[language].loading}
        />
      </main>,
    ),
  );
}
