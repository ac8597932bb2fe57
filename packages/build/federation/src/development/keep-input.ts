import * as v from 'valibot';

const KEY = 'development-input';
/** A form is complete within this time after its page began; later, what was typed before is no longer expected. */
const LIMIT_MS = 15_000;

const KeptSchema = v.object({
  path: v.optional(v.string()),
  /** Why the page was loaded anew. */
  reason: v.optional(v.string()),
  values: v.optional(v.array(v.tuple([v.string(), v.string()])), []),
});

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Passwords stay nowhere; a press of a checkbox may send something. */
const CONTROLS = 'textarea,select,input:not([type=password],[type=file],[type=checkbox],[type=radio],[type=hidden])';

/** The controls by their kind and name, and their places among those with the same ones. */
function findControls(): ReadonlyMap<string, Control> {
  const seen = new Map<string, number>();
  const controls = [...document.querySelectorAll<Control>(CONTROLS)].map((control): [string, Control] => {
    const kind = `${control.type} ${control.name}`;
    const place = seen.get(kind) ?? 0;
    seen.set(kind, place + 1);
    return [`${kind} ${String(place)}`, control];
  });
  return new Map(controls);
}

/** Writes a value as a person does: React listens to the event, and looks at what the prototype's setter has set. */
function type(control: Control, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/** What is to be typed again as soon as its control is there. */
let kept = new Map<string, string>();

let isReloading = false;
// Before the portal's own listener, which asks.
window.addEventListener(
  'beforeunload',
  (event) => {
    if (isReloading) event.stopImmediatePropagation();
  },
  true,
);

/** Loads the page anew, without asking: the developer has just asked for the change. What was typed is there again. */
export function reload(reason: string): void {
  const values = new Map([...[...findControls()].map(([key, { value }]): [string, string] => [key, value]), ...kept]);
  sessionStorage.setItem(KEY, JSON.stringify({ path: window.location.pathname, reason, values: [...values] }));
  isReloading = true;
  window.location.reload();
}

/** What `reload` kept of this page. */
function takeKept(): Map<string, string> {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  const { path, reason, values } = v.parse(KeptSchema, JSON.parse(text ?? '{}'));
  // A browser empties its console for a new page.
  if (reason !== undefined) console.info(`The page was loaded anew: ${reason}.`);
  return path === window.location.pathname ? new Map(values) : new Map<string, string>();
}

/** Types again what `reload` kept, as soon as each control is there. */
export function restoreInput(): void {
  kept = takeKept();
  if (kept.size === 0) return;
  const observer = new MutationObserver(() => {
    for (const [key, control] of findControls()) {
      const value = kept.get(key);
      kept.delete(key);
      if (value !== undefined && value !== control.value) type(control, value);
    }
    if (kept.size === 0) observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
  setTimeout(() => {
    observer.disconnect();
    kept.clear();
  }, LIMIT_MS);
}
