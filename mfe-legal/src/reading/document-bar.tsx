import { useTranslation } from '@portal/i18n';
import { Button, Icon } from '@portal/ui';
import type { ReactNode, Ref } from 'react';
import { isPrerendering } from '../library/embedded-text.ts';

export type Mode = 'pdf' | 'text';

interface DocumentBarProps {
  /** Address of the PDF. One from another origin opens in a new tab and is not offered for download. */
  readonly pdf: string;
  /** In bytes. */
  readonly size: number | undefined;
  readonly fileName: string;
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly modeButton?: Ref<HTMLButtonElement>;
  /** Shown at the start of the bar: the choice of a version. */
  readonly children?: ReactNode;
}

/** The actions of a document: switch between text and PDF, print it, open the PDF in a new tab, download it. */
export function DocumentBar({ pdf, size, fileName, mode, onMode, modeButton, children }: DocumentBarProps) {
  const { t } = useTranslation('mfe-legal');
  // Browsers ignore "download" for another origin: such a link would leave the portal.
  const foreign = !pdf.startsWith('/') && URL.parse(pdf)?.origin !== window.location.origin;
  const other = mode === 'pdf' ? 'text' : 'pdf';
  const download = (
    <>
      <Icon name="download" small />
      <span>
        {size === undefined
          ? t('document.download')
          : t('document.downloadSize', { kilobytes: Math.ceil(size / 1024) })}
      </span>
    </>
  );
  return (
    <div className="document__bar">
      {children}
      <div className="document__actions cluster">
        <Button ref={modeButton} icon="book" inert={isPrerendering} onClick={() => onMode(other)}>
          {t(other === 'text' ? 'document.asText' : 'document.asPdf')}
        </Button>
        <Button icon="print" inert={isPrerendering} onClick={() => window.print()}>
          {t('document.print')}
        </Button>
        <a className="button" href={pdf} target="_blank" rel="noopener">
          <Icon name="out" small />
          {t('document.newTab')}
        </a>
        {foreign ? (
          // The bar keeps its height when the API names a PDF of another origin.
          <span className="button document__reserved" aria-hidden="true">
            {download}
          </span>
        ) : (
          <a className="button" href={pdf} download={fileName}>
            {download}
          </a>
        )}
      </div>
    </div>
  );
}
