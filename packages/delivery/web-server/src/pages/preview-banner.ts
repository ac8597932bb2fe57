import type { Language } from '@portal/contract/language';
import { escapeHtml } from '@portal/node-kit/html';
import { minute } from '@portal/release/format/format-values';
import type { PreviewClaim } from '@portal/release/release-log/preview-token';

/** What a language says around the versions and the time. */
interface BannerTexts {
  readonly of: string;
  readonly until: string;
  readonly alone: string;
  readonly end: string;
}

const TEXTS: Readonly<Record<Language, BannerTexts>> = {
  en: { of: 'Preview of', until: 'until', alone: 'Only this browser shows it.', end: 'End the preview' },
  de: { of: 'Vorschau von', until: 'bis', alone: 'Nur in diesem Browser zu sehen.', end: 'Vorschau beenden' },
  fr: { of: 'Aperçu de', until: 'jusqu’au', alone: 'Visible dans ce navigateur seulement.', end: 'Quitter l’aperçu' },
  nl: {
    of: 'Voorvertoning van',
    until: 'tot',
    alone: 'Alleen te zien in deze browser.',
    end: 'Voorvertoning beëindigen',
  },
};

const ID = 'portal-version-preview';

/** Above the page, in its flow, so that it covers nothing; the same colours in each theme. */
export const BANNER_STYLE =
  `#${ID}{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:.5rem 1rem;background:#fff1b8;color:#1c1a10;` +
  'font:1rem/1.5 system-ui,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere}' +
  `#${ID} p{margin:0}#${ID} time{white-space:nowrap}#${ID} a{color:inherit;font-weight:600}` +
  `#${ID} a:focus-visible{outline:2px solid;outline-offset:2px}`;

/**
 * Says which versions the page is a preview of, and until when, and ends it with one press. It is in the page alone
 * that shows a preview.
 */
export function previewBanner({ versions, override, until }: PreviewClaim, language: Language): string {
  const texts = TEXTS[language];
  // What comes from elsewhere has no version.
  const shown = { ...versions, ...(override && { [override.part]: `(${override.origin})` }) };
  const named = Object.entries(shown).map((each) => each.join(' '));
  const words = `${texts.of} ${named.join(', ')}, ${texts.until}`;
  const time = `<time datetime="${escapeHtml(until)}">${escapeHtml(minute(until))}</time>`;
  return (
    `<section id="${ID}" lang="${language}" aria-label="${escapeHtml(texts.of)} ${escapeHtml(named.join(', '))}">` +
    `<p>${escapeHtml(words)} ${time}. ${escapeHtml(texts.alone)}</p><a href="?preview=">${escapeHtml(texts.end)}</a></section>`
  );
}
