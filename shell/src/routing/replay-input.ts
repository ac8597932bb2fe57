import type { SavedValue } from '@portal/contract/page-elements';
import { CONTROLS } from '@portal/contract/page-elements';
import { getControlName } from '../layout/control-name.ts';

type Field = HTMLInputElement | HTMLSelectElement;

function isField(element: Element | undefined): element is Field {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
}

/** Writes a value as if somebody had typed or chosen it. */
function enter(field: Field, { value, selection }: SavedValue): void {
  // React does not see a value that is written to the element's own property.
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
  property?.set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  if (selection && field instanceof HTMLInputElement && document.activeElement === field)
    field.setSelectionRange(...selection);
}

/**
 * Forgets what somebody has done in the filled first screen: its page does not come, and nobody expects it any more.
 */
export function forgetInput(): void {
  delete window.__savedInput;
}

/**
 * Repeats on the page at `path`, which is shown now, what somebody has done in its filled first screen, where it still
 * is the same.
 */
export function replayInput(path: string): void {
  const kept = window.__savedInput;
  forgetInput();
  if (kept?.path !== path) return;
  const controls = [...document.querySelectorAll<HTMLElement>(`main :is(${CONTROLS})`)];
  for (const [place, entered] of kept.values) {
    const field = controls[place];
    if (isField(field) && getControlName(field) === entered.name && field.value !== entered.value)
      enter(field, entered);
  }
  for (const [place, name] of kept.pressed) {
    const control = controls[place];
    if (control && getControlName(control) === name) control.click();
  }
}
