import type { Ref } from 'react';

interface SwitchProps {
  /** Action and object: "Share hub 0041208731". */
  readonly label: string;
  readonly checked: boolean;
  /** A slow change is running: the thumb shows a spinner. */
  readonly busy?: boolean;
  /**
   * The state as a word, because colour alone is not enough: On, Off or Changing…. Screen readers do not read its
   * changes: the page announces them in one live region for all its switches.
   */
  readonly stateText: string;
  /** Id of a text that says what the switch does. */
  readonly describedBy?: string | undefined;
  readonly onChange: (checked: boolean) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/**
 * A native checkbox with the role of a switch. It shows the actual state: set `checked` only after the change has
 * succeeded.
 */
export function Switch({ label, checked, busy = false, stateText, describedBy, onChange, ref }: SwitchProps) {
  return (
    <label className="switch">
      <input
        ref={ref}
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-describedby={describedBy}
        aria-busy={busy || undefined}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="switch__state" aria-hidden="true">
        {stateText}
      </span>
    </label>
  );
}
