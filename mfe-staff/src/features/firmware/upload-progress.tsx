import { useLanguage, useTranslation } from '@portal/i18n';
import type { TextKey } from '@portal/i18n';
import { Button, focusIfLost, Message } from '@portal/ui';
import { useId, useLayoutEffect } from 'react';
import type { RefObject } from 'react';
import { percentText, sizeText } from '../../lists/numbers.ts';
import type { UnderWay } from './use-upload.ts';

const HEADINGS: Readonly<Record<UnderWay['status'], TextKey<'mfe-staff'>>> = {
  beginning: 'firmware.progress.sending',
  sending: 'firmware.progress.sending',
  checking: 'firmware.progress.checking',
  cancelling: 'firmware.progress.cancelling',
  failed: 'firmware.progress.failed',
};

/** How much has arrived, and what was there before this upload. */
function useProgressTexts({ file, received, before }: UnderWay) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const share = received / file.size;
  return {
    shown: t('firmware.progress.amount', {
      percent: percentText(language, Math.floor(share * 100) / 100),
      sent: sizeText(language, received),
      all: sizeText(language, file.size),
    }),
    /** Changes with each tenth only, so that screen readers are not read every piece. */
    said: t('firmware.progress.said', { percent: percentText(language, Math.floor(share * 10) / 10) }),
    resumed: before > 0 ? t('firmware.progress.resumed', { size: sizeText(language, before) }) : undefined,
  };
}

interface UploadProgressProps {
  readonly upload: UnderWay;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onCancel: () => void;
  readonly onTryAgain: () => void;
}

/** An upload that runs, or has failed and can go on. */
export function UploadProgress({ upload, heading, onCancel, onTryAgain }: UploadProgressProps) {
  const { t } = useTranslation('mfe-staff');
  const id = useId();
  const texts = useProgressTexts(upload);
  const { status, file, received } = upload;
  const said = status === 'sending' ? texts.said : '';
  const hasFailed = status === 'failed';
  const canCancel = status !== 'checking';
  // "Try again" and "Cancel" disappear when they are pressed, or have become pointless.
  useLayoutEffect(() => focusIfLost(heading.current), [status, heading]);
  return (
    <div className="stack">
      <h3 id={id} ref={heading} tabIndex={-1} className="upload__name">
        {t(HEADINGS[status], { file: file.name })}
      </h3>
      <progress className="upload__bar" aria-labelledby={id} max={file.size} value={received} />
      <div>
        <p className="numerals">{texts.shown}</p>
        <div className="upload__resumed" role="status">
          {texts.resumed}
          <span className="visually-hidden"> {said}</span>
        </div>
      </div>
      {status === 'sending' && <p className="soft">{t('firmware.progress.leaving')}</p>}
      {hasFailed && <Failed unreadable={upload.unreadable} onTryAgain={onTryAgain} />}
      {canCancel && (
        <div>
          <Button busy={status === 'cancelling'} onClick={onCancel}>
            {t('firmware.progress.cancel')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Failed({ unreadable, onTryAgain }: { readonly unreadable: boolean; readonly onTryAgain: () => void }) {
  const { t } = useTranslation('mfe-staff');
  return (
    <Message
      kind="error"
      live="alert"
      title={t(unreadable ? 'firmware.progress.unreadable.title' : 'firmware.progress.broken.title')}
      actions={
        <Button size="small" icon="retry" onClick={onTryAgain}>
          {t('staff.tryAgain')}
        </Button>
      }
    >
      {t(unreadable ? 'firmware.progress.unreadable.text' : 'firmware.progress.broken.text')}
    </Message>
  );
}
