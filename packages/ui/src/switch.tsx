export interface SwitchProps {
  /** What it switches, with its object: "Share hub 0041208731". */
  readonly label: string;
  readonly checked: boolean;
  /** A slow change is running: the wheel turns in the thumb. */
  readonly busy?: boolean;
  /**
   * The state as a word: On, Off or Changing…. Never colour alone. Screen readers do not read changes from here: the page announces them
   * in one live region for all its switches.
   */
  readonly stateText: string;
  readonly onChange: (checked: boolean) => void;
}

/** Native checkbox in the role of a switch. It shows the true state: set `checked` only when the change is done. */
export function Switch({ label, checked, busy = false, stateText, onChange }: SwitchProps) {
  return (
    <label className="switch">
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
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
