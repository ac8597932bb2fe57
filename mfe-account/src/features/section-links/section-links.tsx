import { useTranslation } from '@portal/i18n';
import { Link, useLocation } from '@portal/ui';
import { useEffect, useState } from 'react';
import './section-links.css';

interface SectionLinksProps {
  /** The sections of the page, in their order. */
  readonly sections: readonly { readonly id: string; readonly text: string }[];
}

/**
 * Scrolls to the heading in the address and focuses it. The browser does so on its own only if the heading is there
 * before the page.
 */
function useSectionInAddress(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const heading = document.getElementById(hash.slice(1));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [hash, key]);
}

/** The section in view: the one that was opened, as long as its heading is seen; else the first whose heading is. */
function useSectionInView(sections: SectionLinksProps['sections']): string | undefined {
  const { hash } = useLocation();
  const [current, setCurrent] = useState(sections[0]?.id);
  const ids = sections.map(({ id }) => id).join(' ');
  useEffect(() => {
    const seen = new Set<string>();
    const watcher = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes)
        if (isIntersecting) seen.add(target.id);
        else seen.delete(target.id);
      const opened = hash.slice(1);
      // Within a long section, no heading is seen, and it stays the current one.
      setCurrent((last) => (seen.has(opened) ? opened : (ids.split(' ').find((id) => seen.has(id)) ?? last)));
    });
    for (const id of ids.split(' ')) {
      const heading = document.getElementById(id);
      if (heading) watcher.observe(heading);
    }
    return () => watcher.disconnect();
  }, [hash, ids]);
  return current;
}

/** Links to the sections of the page; the section in view is marked. */
export function SectionLinks({ sections }: SectionLinksProps) {
  const { t } = useTranslation('mfe-account');
  const current = useSectionInView(sections);
  useSectionInAddress();
  return (
    <nav className="section-links" aria-label={t('sections')}>
      <ul role="list">
        {sections.map(({ id, text }) => (
          <li key={id}>
            <Link to={{ hash: id }} aria-current={id === current ? 'location' : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
