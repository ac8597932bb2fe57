import type { Place, Problem } from './events.ts';

/** Colours of the system's theme; the portal's tokens may be what is broken. */
const STYLES = `
:host { color-scheme: light dark; }
section, .reopen {
  position: fixed; z-index: 2147483647; right: 0; bottom: 0; box-sizing: border-box;
  background: Canvas; color: CanvasText; font: 14px/1.5 ui-monospace, monospace;
}
section { left: 0; max-height: 50vh; overflow: auto; padding: 12px 16px; border-top: 4px solid #d1242f; }
section:not(:has(.error)), .reopen.warning { border-color: #bf8700; }
.reopen { margin: 8px; padding: 8px 12px; border: 2px solid #d1242f; }
.close { float: right; }
h2 { margin: 0; font: inherit; font-weight: bold; }
pre { margin: 4px 0 16px; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
button { min-height: 28px; font: inherit; cursor: pointer; }
button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
`;

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  children: readonly HTMLElement[] = [],
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const count = (problems: readonly Problem[]) =>
  problems.length === 1 ? '1 problem' : `${String(problems.length)} problems`;

interface Overlay {
  /** Shows these problems in place of others. Opens for an error that it did not have; warnings wait to be opened. */
  show(problems: readonly Problem[]): void;
}

/** The problems of the page, in a shadow root, so that neither the page's styles nor its scripts meet them. */
export function createOverlay(openPlace: (place: Place) => void): Overlay {
  const host = document.createElement('development-overlay');
  const root = host.attachShadow({ mode: 'open' });
  // Neither an inline style nor markup: the page's policy stays that of production.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  root.adoptedStyleSheets = [sheet];
  document.documentElement.append(host);
  let shown: readonly Problem[] = [];
  let isOpen = false;

  function toArticle({ severity, title, text, frame, place }: Problem): HTMLElement {
    const label = place && `${place.file}:${String(place.line)}:${String(place.column)}`;
    return element('article', { className: severity }, [
      element('h2', { textContent: title }),
      ...(place ? [element('button', { textContent: label ?? '', onclick: () => openPlace(place) })] : []),
      element('pre', { textContent: frame === undefined ? text : `${text}\n${frame}` }),
    ]);
  }

  function render(): void {
    if (shown.length === 0) {
      root.replaceChildren();
      return;
    }
    const toggle = (open: boolean) => () => {
      isOpen = open;
      render();
      root.querySelector('button')?.focus();
    };
    const hasError = shown.some(({ severity }) => severity === 'error');
    if (isOpen) {
      const close = element('button', { className: 'close', textContent: 'Close (Escape)', onclick: toggle(false) });
      const panel = element('section', { ariaLabel: count(shown), role: 'alert' }, [close, ...shown.map(toArticle)]);
      root.replaceChildren(panel);
    } else {
      const className = hasError ? 'reopen' : 'reopen warning';
      root.replaceChildren(element('button', { className, textContent: count(shown), onclick: toggle(true) }));
    }
  }

  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isOpen || shown.length === 0) return;
      // A dialog of the page stays open.
      event.stopImmediatePropagation();
      isOpen = false;
      render();
    },
    true,
  );

  return {
    show(problems) {
      const before = new Set(shown.map((problem) => JSON.stringify(problem)));
      const isNew = (problem: Problem) => !before.has(JSON.stringify(problem));
      shown = problems;
      if (problems.length === 0) isOpen = false;
      else if (problems.some((problem) => problem.severity === 'error' && isNew(problem))) isOpen = true;
      render();
    },
  };
}
