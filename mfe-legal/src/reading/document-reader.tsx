import { documentPath } from '@portal/contract/documents';
import { onlyValue } from '@portal/contract/query';
import { useLanguage, useTranslation } from '@portal/i18n';
import { Button, Message, Spinner, useDocumentOrigins, useSearchParams } from '@portal/ui';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { canShowPdf, prefersPdf, usePdf, usePatience } from '../features/pdf/use-pdf.ts';
import type { PdfElsewhere } from '../features/service-description/use-service-description.ts';
import type { ChosenText } from '../library/choose-text.ts';
import { chooseText, findDocument } from '../library/choose-text.ts';
import type { Mode } from './document-bar.tsx';
import { DocumentBar } from './document-bar.tsx';
import type { DocumentView } from './document-view.ts';
import { choosePdf, documentView } from './document-view.ts';
import { DocumentWords, useDocumentText } from './document-words.tsx';

/** The text of a document for this reader: the language is chosen by the address and by the interface. */
export function useChosenText(document: string, version?: string): ChosenText {
  const [query] = useSearchParams();
  return chooseText(findDocument(document), {
    version,
    locale: onlyValue(query, 'locale'),
    interfaceLanguage: useLanguage(),
  });
}

interface PdfNewsProps {
  readonly news: NonNullable<Extract<DocumentView, { shows: 'text' }>['news']>;
  readonly onRetry: () => void;
}

/** Why a reader who began with the PDF sees its words: it did not come, or it takes its time. */
function PdfNews({ news, onRetry }: PdfNewsProps) {
  const { t } = useTranslation('mfe-legal');
  if (news === 'failed') {
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
  const came = news === 'came';
  return (
    <div className="document__note">
      <Message live="status" title={t(came ? 'pdfCame.title' : 'pdfSlow.title')}>
        {came ? t('pdfCame.text', { button: t('document.asPdf') }) : t('pdfSlow.text')}
      </Message>
    </div>
  );
}

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
