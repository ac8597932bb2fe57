import { documentPath } from '@portal/contract/documents';
import { onlyValue } from '@portal/contract/query';
import { useLanguage, useTranslation } from '@portal/i18n';
import { Button, Message, Spinner, useDocumentOrigins, useSearchParams } from '@portal/ui';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { canShowPdf, prefersPdf, usePdf, useWaitLimit } from '../features/pdf/use-pdf.ts';
import type { OtherPdf } from '../features/service-description/use-service-description.ts';
import type { ChosenText } from '../library/choose-text.ts';
import { chooseText, findDocument } from '../library/choose-text.ts';
import type { Mode } from './document-bar.tsx';
import { DocumentBar } from './document-bar.tsx';
import type { DocumentView } from './document-view.ts';
import { choosePdf, documentView } from './document-view.ts';
import { DocumentWords, useDocumentText } from './document-words.tsx';

/** Chooses the text of a document by the address and the interface's language. */
export function useChosenText(document: string, version?: string): ChosenText {
  const [query] = useSearchParams();
  return chooseText(findDocument(document), {
    version,
    locale: onlyValue(query, 'locale'),
    interfaceLanguage: useLanguage(),
  });
}

interface PdfStatusProps {
  readonly pdfStatus: NonNullable<Extract<DocumentView, { shows: 'text' }>['pdfStatus']>;
  readonly onRetry: () => void;
}

/** Says why the reader sees the text: the PDF failed, or takes too long. */
function PdfStatus({ pdfStatus, onRetry }: PdfStatusProps) {
  const { t } = useTranslation('mfe-legal');
  if (pdfStatus === 'failed') {
    const again = (
      <Button size="small" icon="retry" onClick={onRetry}>
        {t('failed.tryAgain')}
      </Button>
    );
    return (
      <div className="document__note">
        <Message kind="error" live="alert" title={t('pdfFailed.title')} actions={again}>
          {t('pdfFailed.text')}
        </Message>
      </div>
    );
  }
  const arrived = pdfStatus === 'arrived';
  return (
    <div className="document__note">
      <Message live="status" title={t(arrived ? 'pdfCame.title' : 'pdfSlow.title')}>
        {arrived ? t('pdfCame.text', { button: t('document.asPdf') }) : t('pdfSlow.text')}
      </Message>
    </div>
  );
}

export interface DocumentReaderProps {
  readonly chosen: ChosenText;
  /** A PDF to show instead of the portal's own. */
  readonly otherPdf?: OtherPdf;
  /** Opens as text even where the browser shows PDFs. */
  readonly beginsAsText?: boolean;
  /** Shown at the start of the bar. */
  readonly children?: ReactNode;
}

const NONE: OtherPdf = { status: 'none' };

/** The portal's own address of the PDF. */
export function pdfPath({ document, version, text }: ChosenText): string {
  return documentPath({ document: document.id, version: version.id, language: text.language });
}

/** Shows a document: its PDF in the browser's viewer, or its text if the PDF fails or takes too long. */
export function DocumentReader({ chosen, otherPdf = NONE, beginsAsText = false, children }: DocumentReaderProps) {
  const { t } = useTranslation('mfe-legal');
  const origins = useDocumentOrigins();
  const [mode, setMode] = useState<Mode>(() => (!beginsAsText && prefersPdf() ? 'pdf' : 'text'));
  const { document, version, text: entry, fellBack } = chosen;
  const own = pdfPath(chosen);
  const otherState = usePdf(otherPdf.status === 'named' ? otherPdf.url : undefined, mode === 'pdf', origins);
  const choice = choosePdf(otherPdf, otherState.state);
  const ownState = usePdf(own, mode === 'pdf' && choice.from === 'own', origins);
  const { state, tryAgain } = choice.from === 'own' ? ownState : otherState;
  const pdf = choice.from === 'other' ? choice.url : own;
  const [text, retryText] = useDocumentText(entry);
  const wait = useWaitLimit(own, mode === 'pdf' && state === 'checking');
  const view = documentView({ mode, pdf: state, late: wait.exceeded });
  const choose = (wanted: Mode) => {
    wait.restart();
    setMode(wanted);
  };
  const modeButton = useRef<HTMLButtonElement>(null);
  const retry = () => {
    wait.restart();
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
        pdf={pdf}
        size={choice.from === 'own' && text.status === 'loaded' ? text.value.pdfSize : undefined}
        fileName={`${document.id}-${version.id}-${entry.language}.pdf`}
        mode={view.shows === 'text' && view.pdfStatus !== 'failed' ? 'text' : mode}
        onMode={canShowPdf() ? choose : undefined}
        modeButton={modeButton}
      >
        {children}
      </DocumentBar>
      {view.shows === 'text' && view.pdfStatus && <PdfStatus pdfStatus={view.pdfStatus} onRetry={retry} />}
      {view.shows !== 'text' && (
        <div className="pdf pdf--frame" aria-busy={view.shows === 'loading'}>
          {view.shows === 'pdf' ? (
            // oxlint-disable-next-line react/iframe-missing-sandbox -- a sandbox switches the browser's PDF viewer off; the file is the portal's, or of a configured origin
            <iframe
              className="pdf__frame"
              src={`${pdf}#navpanes=0`}
              title={t('document.frame', { title: entry.title })}
              lang={entry.language}
            />
          ) : (
            <div className="pdf__frame pdf__frame--coming">
              <Spinner large />
            </div>
          )}
        </div>
      )}
      <div className={view.shows === 'text' ? undefined : 'document__print'}>
        <DocumentWords text={text} onRetry={retryText} />
      </div>
    </>
  );
}
