import { Button } from '@portal/ui';
import { useId, useLayoutEffect, useRef } from 'react';

export interface SaveButtonProps {
  readonly text: string;
  /** The text while it saves. */
  readonly busyText: string;
  readonly busy: boolean;
  /** Why the button is disabled; undefined if it is enabled. */
  readonly reason: string | undefined;
}

/**
 * A form's submit button, with the reason next to it while it is disabled. If it becomes disabled with the focus on it, as after a save, the
 * focus moves to the reason: a disabled button would lose it.
 */
export function SaveButton({ text, busyText, busy, reason }: SaveButtonProps) {
  const noteId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLSpanElement>(null);
  const disabled = reason !== undefined && !busy;
  useLayoutEffect(() => {
    if (disabled && document.activeElement === button.current) note.current?.focus();
  }, [disabled]);
  return (
    <div className="cluster">
      <Button
        ref={button}
        type="submit"
        variant="primary"
        busy={busy}
        disabled={disabled}
        aria-describedby={disabled ? noteId : undefined}
      >
        {busy ? busyText : text}
      </Button>
      {disabled && (
        <span className="button-note" id={noteId} ref={note} tabIndex={-1}>
          {reason}
        </span>
      )}
    </div>
  );
}
