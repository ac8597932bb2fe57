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
  /** Actions before the button (the safe choice) and after it. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
}

/**
 * A form's submit button, with the reason next to it while it is disabled. If it becomes disabled with the focus on it,
 * as after a save, the focus moves to the reason: a disabled button would lose it.
 */
export function SaveButton({ id, text, busyText, busy, reason, before, after, variant = 'primary' }: SaveButtonProps) {
  const noteId = useId();
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
        id={id}
        ref={button}
        type="submit"
        variant={variant}
        busy={busy}
        disabled={disabled}
        aria-describedby={disabled ? noteId : undefined}
      >
        {busy ? busyText : text}
      </Button>
      {after}
      {disabled && (
        <span className="button-note" id={noteId} ref={note} tabIndex={-1}>
          {reason}
        </span>
      )}
    </div>
  );
}
