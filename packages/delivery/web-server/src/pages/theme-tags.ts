import type { Theme } from '@portal/contract/theme';
import { DEVICE_THEMES, themeColor } from '@portal/contract/theme';

/** The attribute of the root element for a chosen theme, with the space before it. */
export function themeAttribute(theme: Theme): string {
  return theme === 'system' ? '' : ` data-theme="${theme}"`;
}

/** The tags by which the browser colours itself and an unstyled page. */
export function themeTags(theme: Theme): readonly string[] {
  return [
    `<meta name="color-scheme" content="${theme === 'system' ? 'light dark' : theme}">`,
    ...DEVICE_THEMES.map(
      (device) =>
        `<meta name="theme-color" media="(prefers-color-scheme: ${device})" content="${themeColor(theme, device)}">`,
    ),
  ];
}
