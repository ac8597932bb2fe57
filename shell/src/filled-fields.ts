/**
 * When somebody may go on in a form. Some engines tell a disabled button of none of these, but the form around it of
 * the pointer.
 */
const MOMENTS = ['focusin', 'focusout', 'pointerover', 'pointerdown'] as const;

/**
 * Password managers may fill in fields without an event. Reads them before somebody goes on, so that a button that
 * waits for them is enabled.
 */
export function readFilledFields(): void {
  const read = ({ target }: Event) => {
    const form = target instanceof Element ? target.closest('form') : null;
    // React takes the event for a change only where the value is another one than it knows.
    for (const field of form?.querySelectorAll('input') ?? [])
      field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  for (const moment of MOMENTS) document.addEventListener(moment, read, true);
}
