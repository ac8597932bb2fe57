/** A page that is measured. */
export interface MeasuredPage {
  readonly path: string;
  readonly signedIn: boolean;
  /** What the visitor came for. */
  readonly content: string;
  /** What is clicked as soon as it is there, and what there is once the click is answered. */
  readonly control: string;
  readonly answer: string;
  /** What a person's click is then measured on. */
  readonly pressed: string;
}

export const PAGES = {
  settings: {
    path: '/settings',
    signedIn: true,
    content: '.hub [role="switch"]',
    // Opens the question whether to release the hub.
    control: '.hub__action button:last-child',
    answer: '.hub[data-state]',
    pressed: '.hub:last-of-type .hub__action button:last-child',
  },
  account: {
    path: '/account',
    signedIn: true,
    content: '.account form input',
    // A link to a section, which gets the focus.
    control: '.section-links a[href$="#email"]',
    answer: '#email:focus',
    pressed: '.section-links a[href$="#data"]',
  },
  'privacy-policy': {
    path: '/privacy-policy',
    signedIn: false,
    content: 'article.pdf__sheet section p',
    // Prints the document; the probe only notes that it was asked to.
    control: '.document__actions button + button:not([inert])',
    answer: 'html[data-printed]',
    pressed: '.document__actions button + button',
  },
} as const satisfies Readonly<Record<string, MeasuredPage>>;
export type PageName = keyof typeof PAGES;
