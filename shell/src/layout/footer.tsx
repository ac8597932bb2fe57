import { LANGUAGES } from '@portal/contract/language';
import { useLanguage, useTranslation } from '@portal/i18n';
import { Link, notify } from '@portal/ui';
import { useState } from 'react';
import { chooseInPicker, LANGUAGE_NAMES } from '../languages.ts';
import type { Portal } from '../portal.ts';
import { findRoute, usePortal } from '../portal.ts';
import { RideProfile } from './ride-profile.tsx';

interface FooterLink {
  readonly path: string;
  readonly text: string;
  readonly lang?: string;
}

const CANADIAN_FRENCH_POLICY = 'Politique de confidentialité, Canada (PDF)';

/** French links say so themselves, wherever they are opened (specification, section 2). */
function address(path: string, language: string): string {
  return language === 'fr' && !path.includes('?') ? `${path}?locale=fr` : path;
}

function isLive(portal: Portal, path: string): boolean {
  return findRoute(portal, path.split('?')[0] ?? path) !== undefined;
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

/** The footer. A link appears with the live part that declares its path, so none leads nowhere. */
export function Footer() {
  const portal = usePortal();
  const language = useLanguage();
  const { t } = useTranslation('shell');
  const links: readonly FooterLink[] = [
    { path: '/corporate-information', text: t('footer.corporateInformation') },
    { path: '/privacy-policy', text: t('footer.privacyPolicy') },
    { path: '/terms', text: t('footer.terms') },
    { path: '/service-description', text: t('footer.serviceDescription') },
    { path: '/privacy-policy?locale=en-us', text: t('footer.privacyPolicyUs'), lang: 'en' },
    { path: '/privacy-policy?locale=fr-ca', text: CANADIAN_FRENCH_POLICY, lang: 'fr' },
    { path: '/accessibility', text: t('footer.accessibility') },
  ];
  return (
    <footer className="site-footer">
      <RideProfile />
      <div className="site-footer__ground">
        <div className="page site-footer__grid">
          <div>
            <nav aria-label={t('nav.legal')}>
              <ul role="list">
                {links
                  .filter(({ path }) => isLive(portal, path))
                  .map(({ path, text, lang }) => (
                    <li key={path}>
                      <Link to={address(path, language)} lang={lang}>
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
