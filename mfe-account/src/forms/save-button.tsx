import { Button } from '@portal/ui';
import type { ButtonProps } from '@portal/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';

export interface SaveButtonProps extends Pick<ButtonProps, 'variant' | 'id'> {
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

/** A form's submit button, with the reason next to it while it is disabled. */
export function SaveButton({ id, text, busyText, busy, reason, before, after, variant = 'primary' }: SaveButtonProps) {
  const noteId = useId();
  const disabled = reason !== undefined && !busy;
  return (
    <div className="cluster">
      {before}
      <Button
        id={id}
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
        <span className="button-note" id={noteId}>
          {reason}
        </span>
      )}
    </div>
  );
}
