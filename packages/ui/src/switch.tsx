export interface SwitchProps {
  /** What it switches, with its object: "Share hub 0041208731". */
  readonly label: string;
  readonly checked: boolean;
  /** A change is on its way and takes its time: the wheel turns in the thumb. */
  readonly busy?: boolean;
  /**
   * The state as a word: On, Off or Changing…. Never colour alone. A change that begins by itself is not read from here: whoever has
   * switches tells it in one live region for all of them.
   */
  readonly stateText: string;
  readonly onChange: (checked: boolean) => void;
}

/** Native checkbox in the role of a switch; it shows what is true, so its owner sets `checked` only when the change is done. */
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
