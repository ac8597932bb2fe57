import { useTranslation } from '@portal/i18n';
import { Link, useLocation } from '@portal/ui';
import { useEffect } from 'react';
import './section-links.css';

export interface SectionLinksProps {
  /** The sections of the page, in their order. */
  readonly sections: readonly { readonly id: string; readonly text: string }[];
}

/** Scrolls to the heading in the address and focuses it. The browser does so on its own only if the heading is there before the page. */
function useSectionInAddress(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const heading = document.getElementById(hash.slice(1));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash, key]);
}

/**
 * Links to the sections of the page. None is marked as current: the last ones are too short to be scrolled to the top, and a mark that follows
 * the scrolling would name another section than the one that was opened.
 */
export function SectionLinks({ sections }: SectionLinksProps) {
  const { t } = useTranslation('mfe-account');
  useSectionInAddress();
  return (
    <nav className="section-links" aria-label={t('sections')}>
      <ul role="list">
        {sections.map(({ id, text }) => (
          <li key={id}>
            <Link to={{ hash: id }}>{text}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
