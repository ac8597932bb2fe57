import { Button } from '@portal/ui';
import type { ButtonProps } from '@portal/ui';
import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

interface SaveButtonProps extends Pick<ButtonProps, 'variant' | 'id'> {
  readonly text: string;
  /** The text while the action is running. */
  readonly busyText: string;
  readonly busy: boolean;
  /** Why the button is disabled; undefined if it is enabled. */
  readonly reason: string | undefined;
  /** An action before the button: the safe choice. */
  readonly before?: ReactNode;
  /** Leaves all as it was; a button after this one. */
  readonly keep?: { readonly text: string; readonly onClick: () => void } | undefined;
}

/**
 * A form's submit button, with the reason next to it while it is disabled. If it becomes disabled with the focus on it, as after a save, the
 * focus moves to the reason: a disabled button would lose it.
 */
export function SaveButton({ id, text, busyText, busy, reason, before, keep, variant = 'primary' }: SaveButtonProps) {
  const [ownId, noteId] = [useId(), useId()];
  const buttonId = id ?? ownId;
  const button = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLSpanElement>(null);
  const disabled = reason !== undefined && !busy;
  useLayoutEffect(() => {
    if (disabled && document.activeElement === button.current) note.current?.focus();
  }, [disabled]);
  return (
    <div className="cluster">
      {before}
      <Button
        id={buttonId}
        ref={button}
        type="submit"
        variant={variant}
        busy={busy}
        disabled={disabled}
        aria-describedby={disabled ? noteId : undefined}
      >
        {busy ? busyText : text}
      </Button>
      {keep && (
        <Button variant="quiet" disabled={busy} aria-describedby={busy ? buttonId : undefined} onClick={keep.onClick}>
          {keep.text}
        </Button>
      )}
      {disabled && (
        <span className="button-note" id={noteId} ref={note} tabIndex={-1}>
          {reason}
        </span>
      )}
    </div>
  );
}
