import { CONTROLS } from '@portal/contract/page-elements';
import { nameOf } from '../layout/name-of.ts';

type Field = HTMLInputElement | HTMLSelectElement;

function isField(element: Element | undefined): element is Field {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
}

/** Writes a value as if somebody had typed or chosen it. */
function enter(field: Field, value: string): void {
  // React does not see a value that is written to the element's own property.
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
  property?.set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Repeats on the page that is shown now what somebody has done in its filled first screen, where it still is the same. */
export function repeatInput(): void {
  const kept = window.__keptInput;
  delete window.__keptInput;
  if (!kept) return;
  const controls = [...document.querySelectorAll<HTMLElement>(`main :is(${CONTROLS})`)];
  for (const [place, value] of kept.values) {
    const field = controls[place];
    if (isField(field) && field.value !== value) enter(field, value);
  }
  for (const [place, name] of kept.pressed) {
    const control = controls[place];
    if (control && nameOf(control) === name) control.click();
  }
}
