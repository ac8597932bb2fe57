import { useTranslation } from '@portal/i18n';
import { Button } from '@portal/ui';
import { useId } from 'react';
import type { Ref } from 'react';
import type { HubEntry } from './list-state.ts';

export interface ReleasePromptProps {
  readonly entry: HubEntry;
  /** Receives what should have the focus: Cancel, and once the act is under way its own button. */
  readonly home: Ref<HTMLButtonElement>;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/**
 * Says what release means, and asks; the safe choice stands first. Under way, the button beside it says why it can no longer be taken. A
 * guest is asked in the same way.
 */
export function ReleasePrompt({ entry, home, onCancel, onConfirm }: ReleasePromptProps) {
  const { t } = useTranslation('mfe-hubs');
  const id = useId();
  const { role, serial } = entry.hub;
  const busy = entry.row.status !== 'confirming';
  return (
    <div className="prompt" role="group" aria-labelledby={`${id}title`} aria-describedby={`${id}text`}>
      <div>
        <p className="prompt__title" id={`${id}title`}>
          {t(`prompts.${role}.title`, { serial })}
        </p>
        <p className="prompt__text" id={`${id}text`}>
          {t(`prompts.${role}.text`)}
        </p>
      </div>
      <div className="prompt__actions">
        <Button
          ref={busy ? undefined : home}
          disabled={busy}
          aria-describedby={busy ? `${id}act` : undefined}
          onClick={onCancel}
        >
          {t('cancel')}
        </Button>
        <Button
          id={`${id}act`}
          ref={busy ? home : undefined}
          variant={role === 'owner' ? 'danger' : 'primary'}
          busy={busy}
          onClick={onConfirm}
        >
          {t(busy ? `prompts.${role}.busy` : `prompts.${role}.act`)}
        </Button>
      </div>
    </div>
  );
}
