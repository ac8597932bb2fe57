import { useTranslation } from '@portal/i18n';
import { Button } from '@portal/ui';
import { useId } from 'react';
import type { Ref } from 'react';
import type { HubRights } from './hub-rights.ts';
import type { RowState } from './row-state.ts';

interface ReleasePromptProps {
  readonly rights: HubRights;
  readonly status: RowState['status'];
  /** Receives the element to focus: Cancel, or the confirming button while the call is running. */
  readonly focusTarget: Ref<HTMLButtonElement>;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/**
 * Explains the release, or a guest's request for it, and asks for confirmation, with the safe choice first. While the
 * call is running, Cancel is disabled, and the label of the other button describes why.
 */
export function ReleasePrompt({ rights, status, focusTarget, onCancel, onConfirm }: ReleasePromptProps) {
  const { t } = useTranslation('mfe-hubs');
  const id = useId();
  const { role } = rights;
  const isOwner = role === 'owner';
  const { serial } = rights.id;
  const busy = status !== 'confirming';
  return (
    <div
      className="prompt"
      role="group"
      aria-labelledby={`${id}title`}
      aria-describedby={isOwner ? `${id}text ${id}stolen` : `${id}text`}
    >
      <div>
        <p className="prompt__title" id={`${id}title`}>
          {t(`prompts.${role}.title`, { serial })}
        </p>
        <p className="prompt__text" id={`${id}text`}>
          {t(`prompts.${role}.text`)}
        </p>
        {isOwner && (
          <p className="prompt__text" id={`${id}stolen`}>
            {t('prompts.owner.stolen')}
          </p>
        )}
      </div>
      <div className="prompt__actions">
        <Button
          ref={busy ? undefined : focusTarget}
          disabled={busy}
          aria-describedby={busy ? `${id}act` : undefined}
          onClick={onCancel}
        >
          {t('cancel')}
        </Button>
        <Button
          id={`${id}act`}
          ref={busy ? focusTarget : undefined}
          variant={isOwner ? 'danger' : 'primary'}
          busy={busy}
          onClick={onConfirm}
        >
          {t(busy ? `prompts.${role}.busy` : `prompts.${role}.act`)}
        </Button>
      </div>
    </div>
  );
}
