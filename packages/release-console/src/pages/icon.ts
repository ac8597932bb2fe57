import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';

/** 24 grid, stroke 1.75, `currentColor`; the same drawings as the portal's. */
const DRAWINGS = {
  person: html`<circle cx="12" cy="8" r="3.75" /><path d="M4.75 20c.6-4 3.4-6 7.25-6s6.65 2 7.25 6" />`,
  promote: html`<path d="M12 20V5M6 11l6-6 6 6" />`,
  canary: html`<path d="M4 12h6l8-6M10 12l8 6M14.5 5.5h4v4M14.5 18.5h4v-4" />`,
  rollBack: html`<path d="M8.5 5 4.5 9l4 4M5 9h8.5a5.5 5.5 0 0 1 0 11H9" />`,
  error: html`<circle cx="12" cy="12" r="9" /><path d="M12 7.5v5.25M12 16.25v.1" />`,
  warning: html`<path d="M12 3.75 2.75 19.75h18.5zM12 10v4.5M12 17.1v.1" />`,
  success: html`<circle cx="12" cy="12" r="9" /><path d="m8 12.25 2.75 2.75L16 9.5" />`,
  info: html`<circle cx="12" cy="12" r="9" /><path d="M12 11v5.25M12 7.75v.1" />`,
} satisfies Readonly<Record<string, Html>>;
export type IconName = keyof typeof DRAWINGS;

export function icon(name: IconName, small = false): Html {
  return html`<svg class="icon ${small && 'icon--s'}" viewBox="0 0 24 24" aria-hidden="true">${DRAWINGS[name]}</svg>`;
}
