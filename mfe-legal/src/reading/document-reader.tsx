import { documentPath, onlyValue } from '@portal/contract/paths';
import { useLanguage, useTranslation } from '@portal/i18n';
import { Button, Message, Spinner, useDocumentView, useSearchParams } from '@portal/ui';
import type { ReactNode } from 'react';
import { useRef } from 'react';
import { DocumentSheet } from '../features/document/document-sheet.tsx';
import { usePdf } from '../features/pdf/use-pdf.ts';
import type { OtherPdf } from '../features/service-description/use-service-description.ts';
import type { ChosenText } from '../library/choose-text.ts';
import { chooseText, findDocument } from '../library/choose-text.ts';
import type { Mode } from './document-bar.tsx';
import { DocumentBar } from './document-bar.tsx';
import { choosePdf, documentView } from './document-view.ts';
import { DocumentTextView, useDocumentText } from './document-text-view.tsx';

const isMode = (value: string | null): value is Mode => value === 'pdf' || value === 'text';

/** Whether the document shows as text or as PDF: what `?view=` says, else what the page `opensAs`. */
function useMode(opensAs: Mode): readonly [mode: Mode, choose: (mode: Mode) => void] {
  const [query, setQuery] = useSearchParams();
  const wanted = onlyValue(query, 'view');
  const choose = (mode: Mode) =>
    setQuery((current) => {
      const changed = new URLSearchParams(current);
      if (mode === opensAs) changed.delete('view');
      else changed.set('view', mode);
      return changed;
    });
  return [isMode(wanted) ? wanted : opensAs, choose];
}

/** Chooses the text of a document by the address and the interface's language. */
export function useChosenText(document: string, version?: string): ChosenText {
  const [query] = useSearchParams();
  return chooseText(findDocument(document), {
    version,
    locale: onlyValue(query, 'locale'),
    interfaceLanguage: useLanguage(),
  });
}

interface MissingPdfProps {
  readonly missing: 'failed' | 'elsewhere';
  readonly onRetry: () => void;
}

/** Says why the reader sees the text instead of the PDF. */
function MissingPdf({ missing, onRetry }: MissingPdfProps) {
  const { t } = useTranslation('mfe-legal');
  const again = (
    <Button size="small" icon="retry" onClick={onRetry}>
      {t('failed.tryAgain')}
    </Button>
  );
  const failed = missing === 'failed';
  return (
    <div className="document__note">
      <Message
        kind={failed ? 'error' : 'info'}
        live="alert"
        title={t(failed ? 'pdfFailed.title' : 'pdfElsewhere.title')}
        actions={again}
      >
        {failed ? t('pdfFailed.text') : t('pdfElsewhere.text', { link: t('document.newTab') })}
      </Message>
    </div>
  );
}

interface DocumentReaderProps {
  readonly chosen: ChosenText;
  /** A PDF to show instead of the portal's own. */
  readonly otherPdf?: OtherPdf;
  /** What the page shows if its address does not say it; what the configuration says by default. */
  readonly opensAs?: Mode;
  /** Shown at the start of the bar. */
  readonly children?: ReactNode;
}

const NONE: OtherPdf = { status: 'none' };

/** The portal's own address of the PDF. */
export function pdfPath({ document, version, text }: ChosenText): string {
  return documentPath({ document: document.id, version: version.id, language: text.language });
}

/** Shows a document: its text, or its PDF in the portal's viewer. */
export function DocumentReader({ chosen, otherPdf = NONE, opensAs, children }: DocumentReaderProps) {
  const { t } = useTranslation('mfe-legal');
  const configured = useDocumentView();
  const [mode, choose] = useMode(opensAs ?? configured);
  const { document, version, text: entry, fellBack } = chosen;
  const own = pdfPath(chosen);
  const other = usePdf(otherPdf.status === 'named' ? otherPdf.url : undefined, mode === 'pdf');
  const choice = choosePdf(otherPdf, other.state);
  const ours = usePdf(own, mode === 'pdf' && choice.from === 'own');
  const { state, opened, onBroken, tryAgain } = choice.from === 'other' ? other : ours;
  const [text, retryText] = useDocumentText(chosen);
  const view = documentView(mode, choice.from, state);
  const title = useRef<HTMLHeadingElement>(null);
  const modeButton = useRef<HTMLButtonElement>(null);
  const retry = () => {
    tryAgain();
    modeButton.current?.focus(); // the pressed button is removed
  };

  return (
    <>
      {fellBack && (
        <div className="document__note">
          <Message title={t('fallback.title')}>{t('fallback.text')}</Message>
        </div>
      )}
      <DocumentBar
        pdf={choice.from === 'other' ? choice.url : own}
        size={choice.from === 'own' && text.status === 'loaded' ? text.value.pdfSize : undefined}
        fileName={`${document.id}-${version.id}-${entry.language}.pdf`}
        mode={mode}
        onMode={choose}
        modeButton={modeButton}
      >
        {children}
      </DocumentBar>
      {view.shows === 'text' && view.missing && <MissingPdf missing={view.missing} onRetry={retry} />}
      {view.shows === 'loading' && (
        <div className="pdf pdf--coming" aria-busy="true">
          <p className="visually-hidden" role="status">
            {t('document.coming')}
          </p>
          <Spinner large />
        </div>
      )}
      {view.shows === 'pdf' && opened && (
        <opened.PdfViewer
          pdf={opened.pdf}
          label={t('document.frame', { title: entry.title })}
          language={entry.language}
          texts={{
            page: (page, pages) => t('viewer.page', { page, pages }),
            previous: t('viewer.previous'),
            next: t('viewer.next'),
            smaller: t('viewer.smaller'),
            larger: t('viewer.larger'),
          }}
          onFailure={onBroken}
        />
      )}
      <div className={view.shows === 'text' ? undefined : 'document__print'}>
        <DocumentTextView text={text} onRetry={retryText} title={title}>
          {(words) => <DocumentSheet text={words} title={title} />}
        </DocumentTextView>
      </div>
    </>
  );
}
