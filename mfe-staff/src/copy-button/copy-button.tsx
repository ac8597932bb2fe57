import { useTranslation } from '@portal/i18n';
import { Button, notify } from '@portal/ui';
import { copyText } from './copy-text.ts';
import './copy-button.css';

interface CopyButtonProps {
  readonly text: string;
  /** What it is, as the page names it: "Account ID". */
  readonly what: string;
}

/** Copies an id, a serial or an address that stands before it. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const { t } = useTranslation('mfe-staff');
  const copy = async () =>
    notify(
      (await copyText(text))
        ? { kind: 'success', text: t('copy.done', { what }) }
        : { kind: 'error', text: t('accessToken.unsupported.title') },
    );
  return (
    <Button
      variant="quiet"
      className="copy-button"
      aria-label={t('copy.action', { what })}
      title={t('copy.action', { what })}
      onClick={() => void copy()}
    >
      <svg className="icon icon--s" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M9 9h10.5v11.5H9zM15 9V3.5H4.5V15H9" />
      </svg>
    </Button>
  );
}
