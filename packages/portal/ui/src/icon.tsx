import type { JSX } from 'react';

/** 24 grid, stroke 1.75, `currentColor`: see `.icon` in styles/base.css. */
const DRAWINGS = {
  ascending: <path d="M12 19V5M6.5 10.5 12 5l5.5 5.5" />,
  back: <path d="M19.5 12h-15M10.5 6l-6 6 6 6" />,
  book: (
    <path d="M12 6.5C10 5 7 4.5 3.5 4.75v13.5C7 18 10 18.5 12 20c2-1.5 5-2 8.5-1.75V4.75C17 4.5 14 5 12 6.5zM12 6.5V20" />
  ),
  close: <path d="m6 6 12 12M18 6 6 18" />,
  code: <path d="m8 7.5-5 4.5 5 4.5M16 7.5l5 4.5-5 4.5M13.75 4.5l-3.5 15" />,
  delete: <path d="M4.5 6.5h15M9.5 6V4h5v2M6.5 6.5l1 13.5h9l1-13.5M10 10.5v5.5M14 10.5v5.5" />,
  descending: <path d="M12 5v14M6.5 13.5 12 19l5.5-5.5" />,
  download: <path d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14" />,
  error: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7.5v5.25M12 16.25v.1" />
    </>
  ),
  filter: <path d="M4 6.5h16M7 12h10M10 17.5h4" />,
  forum: <path d="M4 5.5h12v8H9L5.5 16.5v-3H4zM18.5 9h1.5v8h-1.5v3L15 17h-4" />,
  guest: (
    <>
      <circle cx="9" cy="8" r="3.5" />
      <path d="M2.75 19.5c.5-3.6 2.9-5.5 6.25-5.5s5.75 1.9 6.25 5.5" />
      <path d="M16.75 5.25a3.2 3.2 0 0 1 0 6M18.25 14.4c1.7.8 2.7 2.5 3 5.1" />
    </>
  ),
  hub: (
    <>
      <rect x="7" y="4" width="10" height="16" rx="3" />
      <path d="M10.25 8h3.5M2.5 12H7M17 12h4.5" />
      <circle cx="12" cy="14.5" r="1.75" />
    </>
  ),
  identity: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="2.5" />
      <circle cx="8.5" cy="11" r="2" />
      <path d="M5.75 16c.4-1.4 1.4-2 2.75-2s2.35.6 2.75 2M14.5 10h3.5M14.5 13.5h3.5" />
    </>
  ),
  info: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 11v5.25M12 7.75v.1" />
    </>
  ),
  larger: <path d="M5 12h14M12 5v14" />,
  mail: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="2.5" />
      <path d="m3.5 7 8.5 6.5L20.5 7" />
    </>
  ),
  menu: <path d="M4 7h16M4 12h16M4 17h10" />,
  otherDevice: (
    <>
      <rect x="4.5" y="4.5" width="15" height="15" rx="3.5" />
      <path d="M8.75 12h.1M12 12h.1M15.25 12h.1" />
    </>
  ),
  out: <path d="M8 16 17 7M9.5 6.5H17.5V14.5" />,
  owner: (
    <>
      <circle cx="8" cy="15.75" r="4.25" />
      <path d="m11.25 12.75 8.5-8.5M16 8l2.75 2.75M13.25 10.75l1.75 1.75" />
    </>
  ),
  print: <path d="M7.5 9V4h9v5M7.5 16.5h-4V9h17v7.5h-4M7.5 13.5h9V20h-9z" />,
  rearLight: (
    <>
      <path d="M7.5 5h4.25A4.25 4.25 0 0 1 16 9.25v5.5A4.25 4.25 0 0 1 11.75 19H7.5z" />
      <path d="M4.25 9v6M11.75 9.5v5M19 8.25l1.75-1M19.5 12h2M19 15.75l1.75 1" />
    </>
  ),
  release: (
    <path d="M9.5 14.5 8 16a3.2 3.2 0 0 1-4.5-4.5L6 9M14.5 9.5 16 8a3.2 3.2 0 0 1 4.5 4.5L18 15M8 3.75v2.5M3.75 8h2.5M16 20.25v-2.5M20.25 16h-2.5" />
  ),
  retry: <path d="M19.75 12a7.75 7.75 0 1 1-2.5-5.7M19.75 3.75v4h-4" />,
  search: (
    <>
      <circle cx="10.75" cy="10.75" r="6.25" />
      <path d="m15.5 15.5 5 5" />
    </>
  ),
  smaller: <path d="M5 12h14" />,
  smartphoneHub: (
    <>
      <rect x="7.5" y="2.75" width="9" height="14" rx="2" />
      <path d="M11 13.75h2" />
      <path d="M4.75 12.5v5a3.25 3.25 0 0 0 3.25 3.25h8a3.25 3.25 0 0 0 3.25-3.25v-5" />
    </>
  ),
  success: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m8 12.25 2.75 2.75L16 9.5" />
    </>
  ),
  unsorted: <path d="m8 9.5 4-4 4 4M8 14.5l4 4 4-4" />,
  user: (
    <>
      <circle cx="12" cy="8" r="3.75" />
      <path d="M4.75 20c.6-4 3.4-6 7.25-6s6.65 2 7.25 6" />
    </>
  ),
  warning: <path d="M12 3.75 2.75 19.75h18.5zM12 10v4.5M12 17.1v.1" />,
} as const satisfies Record<string, JSX.Element>;

export type IconName = keyof typeof DRAWINGS;

interface IconProps {
  readonly name: IconName;
  readonly small?: boolean;
}

/**
 * Decoration beside a word, hidden from screen readers. All icons are shipped, because remotes can use only those of
 * the shared ui.
 */
export function Icon({ name, small = false }: IconProps) {
  return (
    <svg className={small ? 'icon icon--s' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      {DRAWINGS[name]}
    </svg>
  );
}

interface SpinnerProps {
  readonly large?: boolean;
}

/** The portal's only spinner. It reserves its space and appears after `SPINNER_DELAY_MS`. */
export function Spinner({ large = false }: SpinnerProps) {
  return <span className={large ? 'wheel wheel--l' : 'wheel'} aria-hidden="true" />;
}
