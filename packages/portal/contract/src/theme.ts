/** What the theme picker offers: the theme of the device, or one of the portal's two. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Cookie that keeps the choice in the picker, so that the web server paints the page in it; absent for `system`. */
export const THEME_COOKIE = 'portal_theme';

/** The theme that an untrusted text names; `system` if it names none. */
export function parseTheme(text: string | null | undefined): Theme {
  return THEMES.find((theme) => theme === text) ?? 'system';
}

/** `--ground` of each theme in the tokens of `@portal/ui`, for the browser's own surfaces around the page. */
const GROUND = { light: '#f1f3ef', dark: '#0e1614' } as const;

/** The two themes that a device can have. */
export const DEVICE_THEMES = ['light', 'dark'] as const;

/** The colour for the browser's own surfaces on a device with the theme `device`. */
export function themeColor(theme: Theme, device: (typeof DEVICE_THEMES)[number]): string {
  return GROUND[theme === 'system' ? device : theme];
}
