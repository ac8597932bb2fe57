import { useTranslation } from '@portal/i18n';
import { Card, Message } from '@portal/ui';
import { useId, useLayoutEffect, useRef } from 'react';
import { UploadForm } from './upload-form.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { useUploadForm } from './use-upload-form.ts';
import type { UploadState } from './use-upload.ts';
import './upload.css';

function isUnderWay(state: UploadState) {
  return state.status !== 'idle' && state.status !== 'refused';
}

/** Uploads firmware. `onUploaded` is called after each. */
export function UploadSection({ onUploaded }: { readonly onUploaded: () => void }) {
  const { t } = useTranslation('mfe-staff');
  const id = useId();
  return (
    <Card>
      <section className="upload stack stack--wide" aria-labelledby={id}>
        <h2 id={id}>{t('firmware.upload.heading')}</h2>
        {window.isSecureContext ? (
          <Uploader onUploaded={onUploaded} />
        ) : (
          <Message kind="warning" title={t('firmware.upload.insecure')} />
        )}
      </section>
    </Card>
  );
}

function Uploader({ onUploaded }: { readonly onUploaded: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const form = useUploadForm(onUploaded, () => field.current?.focus());
  const { state } = form;
  const progress = useRef<HTMLHeadingElement>(null);
  const underWay = isUnderWay(state);
  const wasUnderWay = useRef(false);
  // The pressed button disappears with the form, and later with the progress. A refusal takes the focus itself.
  useLayoutEffect(() => {
    if (underWay && !wasUnderWay.current) progress.current?.focus();
    if (!underWay && wasUnderWay.current && state.status === 'idle') field.current?.focus();
    wasUnderWay.current = underWay;
  }, [underWay, state.status]);
  return (
    <>
      {/* Stays in the page, because a file field cannot be filled again. */}
      <UploadForm form={form} field={field} hidden={underWay} />
      {isUnderWay(state) && (
        <UploadProgress upload={state} heading={progress} onCancel={form.cancel} onTryAgain={form.tryAgain} />
      )}
    </>
  );
}
