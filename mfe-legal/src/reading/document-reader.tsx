import { documentPath } from '@portal/contract/documents';
import { useTranslation } from '@portal/i18n';
import { Message, useDocumentOrigins, Spinner } from '@portal/ui';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useDocumentText } from '../features/document/use-document-text.ts';
import { canShowPdf, prefersPdf } from '../features/pdf/shows-pdf.ts';
import { usePatience } from '../features/pdf/use-patience.ts';
import { usePdf } from '../features/pdf/use-pdf.ts';
import type { ChosenText } from '../library/choose-text.ts';
import type { Mode } from './document-bar.tsx';
import { DocumentBar } from './document-bar.tsx';
import { DocumentWords } from './document-words.tsx';
import { PdfNews } from './pdf-news.tsx';

export interface DocumentReaderProps {
  readonly chosen: ChosenText;
  /** Another PDF than the portal's own; null while it is being asked for. */
  readonly pdfElsewhere?: string | null | undefined;
  /** Begins as text, whatever the browser can show. */
  readonly beginsAsText?: boolean;
  /** What stands at the bar's beginning. */
  readonly children?: ReactNode;
}

/** The portal's own address of the PDF. */
export function pdfPath({ document, version, text }: ChosenText): string {
  return documentPath({ document: document.id, version: version.id, language: text.language });
}

/** A document to read: its PDF in the browser's viewer, or its words. What cannot be shown as a PDF, or not soon, is there as words. */
export function DocumentReader({ chosen, pdfElsewhere, beginsAsText = false, children }: DocumentReaderProps) {
  const { t } = useTranslation('mfe-legal');
  const origins = useDocumentOrigins();
  const [mode, setMode] = useState<Mode>(() => (!beginsAsText && prefersPdf() ? 'pdf' : 'text'));
  const { document, version, text: entry, fellBack } = chosen;
  const own = pdfPath(chosen);
  const elsewhere = usePdf(pdfElsewhere ?? undefined, mode === 'pdf', origins);
  const useOwn = pdfElsewhere === undefined || (pdfElsewhere !== null && elsewhere.state === 'failed');
  const ours = usePdf(own, mode === 'pdf' && useOwn, origins);
  const { state, tryAgain } = useOwn ? ours : elsewhere;
  const pdf = useOwn ? own : (pdfElsewhere ?? own);
  const [text, retryText] = useDocumentText(entry);
  const patience = usePatience(own, mode === 'pdf' && state === 'checking');
  const framed = mode === 'pdf' && state !== 'failed' && !patience.lost;
  const choose = (wanted: Mode) => {
    patience.renew();
    setMode(wanted);
  };
  const retry = () => {
    patience.renew();
    tryAgain();
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
        size={useOwn && text.status === 'loaded' ? text.value.pdfSize : undefined}
        fileName={`${document.id}-${version.id}-${entry.language}.pdf`}
        mode={patience.lost && state !== 'failed' ? 'text' : mode}
        onMode={canShowPdf() ? choose : undefined}
      >
        {children}
      </DocumentBar>
      {mode === 'pdf' && !framed && <PdfNews state={state} onRetry={retry} />}
      {framed && (
        <div className="pdf pdf--frame" aria-busy={state === 'checking'}>
          {state === 'sound' ? (
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
      <div className={framed ? 'document__print' : undefined}>
        <DocumentWords text={text} onRetry={retryText} />
      </div>
    </>
  );
}
