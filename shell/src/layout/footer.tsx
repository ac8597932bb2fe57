import type { Language } from '@portal/contract/language';
import type { Navigation } from '@portal/contract/page';
import { useLanguage, useTranslation } from '@portal/i18n';
import { Link } from '@portal/ui';
import type { Portal } from '../portal.ts';
import { usePortal } from '../portal.ts';
import { LanguagePicker } from './language-picker.tsx';
import { ThemePicker } from './theme-picker.tsx';

/** The line above the footer: the elevation profile of a ride. */
const RIDE =
  'M0 37.6Q20 35.4 30 34.6Q40 33.8 50 33.9Q60 34.0 70 33.9Q80 33.8 90 33.7Q100 33.6 110 34.5Q120 35.4 130 36.9Q140 38.5 150 38.3Q160 38.1 170 37.6Q180 37.0 190 34.4Q200 31.8 210 29.5Q220 27.2 230 26.4Q240 25.5 250 24.4Q260 23.2 270 22.6Q280 21.9 290 22.0Q300 22.2 310 22.4Q320 22.6 330 23.6Q340 24.7 350 25.2Q360 25.7 370 26.7Q380 27.7 390 28.5Q400 29.3 410 29.3Q420 29.3 430 30.2Q440 31.1 450 31.4Q460 31.7 470 31.3Q480 30.9 490 30.4Q500 29.9 510 29.8Q520 29.7 530 29.6Q540 29.5 550 28.7Q560 27.9 570 28.1Q580 28.2 590 28.1Q600 28.0 610 28.4Q620 28.8 630 29.6Q640 30.3 650 32.3Q660 34.3 670 35.2Q680 36.1 690 35.9Q700 35.7 710 36.3Q720 36.9 730 37.3Q740 37.7 750 37.2Q760 36.7 770 35.5Q780 34.2 790 33.0Q800 31.8 810 29.8Q820 27.8 830 25.3Q840 22.8 850 21.6Q860 20.3 870 20.0Q880 19.7 890 20.3Q900 20.8 910 21.9Q920 23.0 930 24.0Q940 24.9 950 25.7Q960 26.5 970 27.0Q980 27.5 990 27.5Q1000 27.5 1010 27.3Q1020 27.1 1030 28.0Q1040 28.9 1050 30.4Q1060 31.9 1070 33.7Q1080 35.5 1090 36.8Q1100 38.2 1110 38.7Q1120 39.2 1130 39.2Q1140 39.1 1150 38.4Q1160 37.8 1170 38.3Q1180 38.8 1190 39.6L1200 40.4';

/** The drawing at the head of the footer. */
function RideProfile() {
  return (
    <svg className="site-footer__profile" viewBox="0 0 1200 56" preserveAspectRatio="none" aria-hidden="true">
      <path className="land" d={`${RIDE}V57H0Z`} />
      <path className="line" d={RIDE} />
    </svg>
  );
}

interface LocalizedLink {
  readonly address: string;
  readonly text: string;
  readonly lang: string | undefined;
}

/** The links of a French footer carry `locale=fr`, so that they open in French anywhere (specification, section 2). */
function toAddress({ path, locale }: Navigation['footer'][number], language: Language): string {
  const query = locale ?? (language === 'fr' ? 'fr' : undefined);
  return query === undefined ? path : `${path}?locale=${query}`;
}

/** The footer links of all live parts. */
function footerLinks({ page }: Portal, language: Language): readonly LocalizedLink[] {
  return page.release.navigation.footer.map((link) => ({
    address: toAddress(link, language),
    text: link.text[language],
    lang: link.locale?.slice(0, 2),
  }));
}

interface FooterProps {
  /** False where the header has the language picker. */
  readonly hasLanguages: boolean;
}

export function Footer({ hasLanguages }: FooterProps) {
  const portal = usePortal();
  const language = useLanguage();
  const { t } = useTranslation('shell');
  return (
    <footer className="site-footer">
      <RideProfile />
      <div className="site-footer__ground">
        <div className="page site-footer__grid">
          <div>
            <nav aria-label={t('nav.footer')}>
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
          <div className="site-footer__pickers">
            {hasLanguages && <LanguagePicker />}
            <ThemePicker />
          </div>
        </div>
      </div>
    </footer>
  );
}
