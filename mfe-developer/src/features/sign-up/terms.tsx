import { checkPdf } from '@portal/api';
import { documentLanguage } from '@portal/contract/documents';
import { useLanguage, useTranslation } from '@portal/i18n';
import { Button, Icon, Link, Message, Spinner, useFocusAfterRetry, useLoad } from '@portal/ui';
import { useCallback, useRef } from 'react';
import { TERMS_PAGE } from './terms-address.ts';
import './sign-up.css';

/** Whether the terms can be read: only then can they be accepted. */
export type TermsState = 'loading' | 'ready' | 'failed' | 'retrying';

/** Fetches and checks the PDF at `url`, because a frame does not report whether it shows anything. */
export function useTerms(url: string): { readonly state: TermsState; readonly tryAgain: () => void } {
  // Sends the cookie that decides the visitor's release, so that the frame shows this same PDF.
  const check = useCallback(
    async (signal: AbortSignal) => await checkPdf(url, [window.location.origin], signal),
    [url],
  );
  const [state, tryAgain] = useLoad(check, {
    onFailure: (error) => console.error('The developer terms could not be loaded.', error),
  });
  if (state.status === 'loading') return { state: state.again ? 'retrying' : 'loading', tryAgain };
  return { state: state.status === 'loaded' ? 'ready' : 'failed', tryAgain };
}

interface TermsProps {
  /** Address of the PDF. */
  readonly url: string;
  readonly state: TermsState;
  readonly onRetry: () => void;
}

/** The PDF, or a message instead of it. */
function Sheet({ url, state, onRetry }: TermsProps) {
  const { t } = useTranslation('mfe-developer');
  const language = documentLanguage(useLanguage());
  if (state === 'failed' || state === 'retrying') {
    const again = (
      <Button size="small" icon="retry" busy={state === 'retrying'} onClick={onRetry}>
        {t('terms.tryAgain')}
      </Button>
    );
    return (
      <Message kind="error" title={t('terms.failed')} titleAs="h3" live="alert" actions={again}>
        {t('terms.failedText')}
      </Message>
    );
  }
  // Some browsers, mainly on phones, show no PDF inside a page.
  if (!navigator.pdfViewerEnabled) return <p>{t('terms.noFrame')}</p>;
  if (state === 'loading') {
    return (
      <div className="pdf terms-frame" aria-busy="true">
        <Spinner large />
      </div>
    );
  }
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandboxed frame; it is a file of our own
  return <iframe className="pdf terms-frame" src={`${url}#navpanes=0`} title={t('terms.frame')} lang={language} />;
}

/** The developer terms, to be read before they are accepted (specification, section 2). */
export function Terms({ url, state, onRetry }: TermsProps) {
  const { t } = useTranslation('mfe-developer');
  const language = useLanguage();
  const shown = documentLanguage(language);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfterRetry(heading, { retrying: state === 'retrying', ended: state === 'ready' });
  return (
    <section className="stack" aria-labelledby="developer-terms">
      <div className="card__head">
        <h2 id="developer-terms" ref={heading} tabIndex={-1}>
          {t('terms.title')}
        </h2>
        <p className="terms-links">
          <Link to={TERMS_PAGE}>{t('terms.read')}</Link>
          <a href={url} hrefLang={shown} target="_blank" rel="noreferrer">
            <Icon name="download" small /> {t('terms.open')}
          </a>
        </p>
      </div>
      {shown !== language && <p>{t('terms.otherLanguage')}</p>}
      <Sheet url={url} state={state} onRetry={onRetry} />
    </section>
  );
}
