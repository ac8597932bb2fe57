import type { FooterLink } from '@portal/contract/declaration';
import type { Language } from '@portal/contract/language';
import { LANGUAGES } from '@portal/contract/language';
import { useLanguage, useTranslation } from '@portal/i18n';
import { Link, notify } from '@portal/ui';
import { useState } from 'react';
import { chooseInPicker, LANGUAGE_NAMES } from '../languages.ts';
import type { Portal } from '../portal.ts';
import { usePortal } from '../portal.ts';
import { RideProfile } from './ride-profile.tsx';

interface LocalizedLink {
  readonly address: string;
  readonly text: string;
  readonly lang: string | undefined;
}

/** French links say so themselves, wherever they are opened (specification, section 2). */
function addressOf({ path, locale }: FooterLink, language: Language): string {
  const said = locale ?? (language === 'fr' ? 'fr' : undefined);
  return said === undefined ? path : `${path}?locale=${said}`;
}

/** What the live parts declare for the footer, in its order. */
function footerLinks({ declarations }: Portal, language: Language): readonly LocalizedLink[] {
  return declarations
    .flatMap(({ footer = [], texts }) => footer.map((link) => ({ ...link, text: texts[link.label]?.[language] ?? '' })))
    .toSorted((a, b) => a.order - b.order)
    .map((link) => ({ address: addressOf(link, language), text: link.text, lang: link.locale?.slice(0, 2) }));
}

function LanguagePicker() {
  const { loader } = usePortal();
  const language = useLanguage();
  const { t } = useTranslation('shell');
  const [coming, setComing] = useState(false);
  const choose = async (value: string) => {
    setComing(true);
    try {
      await chooseInPicker(loader, value);
    } catch (error) {
      console.error('The texts of the chosen language could not be loaded.', error);
      notify({ kind: 'error', text: t('notice.generic') });
    } finally {
      setComing(false);
    }
  };
  return (
    <div className="language">
      <label htmlFor="language">{t('footer.language')}</label>
      <select
        className="select"
        id="language"
        value={language}
        aria-busy={coming}
        onChange={(event) => void choose(event.currentTarget.value)}
      >
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGE_NAMES[code]}
          </option>
        ))}
      </select>
    </div>
  );
}

export function Footer() {
  const portal = usePortal();
  const language = useLanguage();
  const { t } = useTranslation('shell');
  return (
    <footer className="site-footer">
      <RideProfile />
      <div className="site-footer__ground">
        <div className="page site-footer__grid">
          <div>
            <nav aria-label={t('nav.legal')}>
              <ul role="list">
                {footerLinks(portal, language).map(({ address, text, lang }) => (
                  <li key={address}>
                    <Link to={address} lang={lang}>
                      {text}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
            <p className="site-footer__note">
              {t('brand')} <span className="numerals">{portal.page.release.shell.version.split('-')[0]}</span>
            </p>
          </div>
          <LanguagePicker />
        </div>
      </div>
    </footer>
  );
}
