import { checkPdf } from '@portal/api';
import { documentLanguage } from '@portal/contract/language';
import { useLanguage, useTranslation } from '@portal/i18n';
import { Button, Icon, Link, Message, Spinner, useFocusAfterRetry, useLazyImport, useLoad } from '@portal/ui';
import { useCallback, useRef } from 'react';
import '@portal/pdf-viewer/styles.css';
import { TERMS_PAGE } from './terms-address.ts';
import './sign-up.css';

/** Whether the terms can be read: only then can they be accepted. */
export type TermsState = 'loading' | 'ready' | 'failed' | 'retrying';

/** Fetches the PDF at `url`, and opens it in the viewer, which is a chunk of its own. */
export function useTerms(url: string) {
  const lazyImport = useLazyImport();
  const open = useCallback(
    async (signal: AbortSignal) => {
      const [viewer, bytes] = await Promise.all([
        lazyImport(() => import(/* webpackChunkName: "pdf-viewer" */ '@portal/pdf-viewer')),
        checkPdf(url, [window.location.origin], signal),
      ]);
      return { pdf: await viewer.openPdf(bytes), PdfViewer: viewer.PdfViewer };
    },
    [url, lazyImport],
  );
  const [loaded, tryAgain] = useLoad(open, {
    onFailure: (error) => console.error('The developer terms could not be loaded.', error),
  });
  let state: TermsState = loaded.status === 'loaded' ? 'ready' : 'failed';
  if (loaded.status === 'loading') state = loaded.again ? 'retrying' : 'loading';
  return { state, opened: loaded.status === 'loaded' ? loaded.value : undefined, tryAgain } as const;
}

interface TermsProps {
  /** Address of the PDF. */
  readonly url: string;
  readonly terms: ReturnType<typeof useTerms>;
}

const onBrokenPage = (error: unknown) => console.error('A page of the developer terms could not be drawn.', error);

/** The PDF, or a message instead of it. */
function Sheet({ terms: { state, opened, tryAgain } }: Pick<TermsProps, 'terms'>) {
  const { t } = useTranslation('mfe-developer');
  const language = documentLanguage(useLanguage());
  if (opened) {
    return (
      <opened.PdfViewer
        pdf={opened.pdf}
        label={t('terms.frame')}
        language={language}
        texts={{
          page: (page, pages) => t('viewer.page', { page, pages }),
          previous: t('viewer.previous'),
          next: t('viewer.next'),
          smaller: t('viewer.smaller'),
          larger: t('viewer.larger'),
        }}
        onFailure={onBrokenPage}
      />
    );
  }
  if (state === 'loading') {
    return (
      <div className="pdf pdf--coming" aria-busy="true">
        <Spinner large />
      </div>
    );
  }
  const again = (
    <Button size="small" icon="retry" busy={state === 'retrying'} onClick={tryAgain}>
      {t('terms.tryAgain')}
    </Button>
  );
  return (
    <Message kind="error" title={t('terms.failed')} titleAs="h3" live="alert" actions={again}>
      {t('terms.failedText')}
    </Message>
  );
}

/** The developer terms, to be read before they are accepted (specification, section 2). */
export function Terms({ url, terms }: TermsProps) {
  const { t } = useTranslation('mfe-developer');
  const language = useLanguage();
  const shown = documentLanguage(language);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfterRetry(heading, { retrying: terms.state === 'retrying', ended: terms.state === 'ready' });
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
      <Sheet terms={terms} />
    </section>
  );
}
