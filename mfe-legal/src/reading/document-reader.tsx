import { documentPath } from '@portal/contract/documents';
import { useTranslation } from '@portal/i18n';
import { Message, useDocumentOrigins, Spinner } from '@portal/ui';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { useDocumentText } from '../features/document/use-document-text.ts';
import { canShowPdf, prefersPdf } from '../features/pdf/shows-pdf.ts';
import { usePatience } from '../features/pdf/use-patience.ts';
import { usePdf } from '../features/pdf/use-pdf.ts';
import type { PdfElsewhere } from '../features/service-description/use-service-description.ts';
import type { ChosenText } from '../library/choose-text.ts';
import type { Mode } from './document-bar.tsx';
import { DocumentBar } from './document-bar.tsx';
import { choosePdf, documentView } from './document-view.ts';
import { DocumentWords } from './document-words.tsx';
import { PdfNews } from './pdf-news.tsx';

export interface DocumentReaderProps {
  readonly chosen: ChosenText;
  /** Another PDF than the portal's own. */
  readonly pdfElsewhere?: PdfElsewhere;
  /** Begins as text, whatever the browser can show. */
  readonly beginsAsText?: boolean;
  /** What stands at the bar's beginning. */
  readonly children?: ReactNode;
}

const NONE: PdfElsewhere = { status: 'none' };

/** The portal's own address of the PDF. */
export function pdfPath({ document, version, text }: ChosenText): string {
  return documentPath({ document: document.id, version: version.id, language: text.language });
}

/** A document to read: its PDF in the browser's viewer, or its words. What cannot be shown as a PDF, or not soon, is there as words. */
export function DocumentReader({ chosen, pdfElsewhere = NONE, beginsAsText = false, children }: DocumentReaderProps) {
  const { t } = useTranslation('mfe-legal');
  const origins = useDocumentOrigins();
  const [mode, setMode] = useState<Mode>(() => (!beginsAsText && prefersPdf() ? 'pdf' : 'text'));
  const { document, version, text: entry, fellBack } = chosen;
  const own = pdfPath(chosen);
  const stateElsewhere = usePdf(
    pdfElsewhere.status === 'named' ? pdfElsewhere.url : undefined,
    mode === 'pdf',
    origins,
  );
  const choice = choosePdf(pdfElsewhere, stateElsewhere.state);
  const stateOwn = usePdf(own, mode === 'pdf' && choice.from === 'own', origins);
  const { state, tryAgain } = choice.from === 'own' ? stateOwn : stateElsewhere;
  const pdf = choice.from === 'elsewhere' ? choice.url : own;
  const [text, retryText] = useDocumentText(entry);
  const patience = usePatience(own, mode === 'pdf' && state === 'checking');
  const view = documentView({ mode, pdf: state, late: patience.lost });
  const choose = (wanted: Mode) => {
    patience.renew();
    setMode(wanted);
  };
  const modeButton = useRef<HTMLButtonElement>(null);
  const retry = () => {
    patience.renew();
    tryAgain();
    modeButton.current?.focus(); // the pressed button goes
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
        mode={view.shows === 'text' && view.news !== 'failed' ? 'text' : mode}
        onMode={canShowPdf() ? choose : undefined}
        modeButton={modeButton}
      >
        {children}
      </DocumentBar>
      {view.shows === 'text' && view.news && <PdfNews news={view.news} onRetry={retry} />}
      {view.shows !== 'text' && (
        <div className="pdf pdf--frame" aria-busy={view.shows === 'coming'}>
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
