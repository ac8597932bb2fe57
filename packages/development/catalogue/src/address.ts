import type { Language } from '@portal/contract/language';
import { FALLBACK_LANGUAGE, parseLanguage } from '@portal/contract/language';
import { parseTheme } from '@portal/contract/theme';
import type { Theme } from '@portal/contract/theme';

/** From the narrowest screen that is supported to a desktop. */
export const WIDTHS = [320, 375, 768, 1024, 1280] as const;

/** What the toolbar chooses; the address keeps it, so that each state can be linked. */
export interface View {
  /** "mfe-hubs/settings-page/none"; empty until one is chosen. */
  readonly state: string;
  readonly theme: Theme;
  readonly language: Language;
  readonly width: number;
}

export function readView(search: string): View {
  const parameters = new URLSearchParams(search);
  const width = Number(parameters.get('width'));
  return {
    state: parameters.get('state') ?? '',
    theme: parseTheme(parameters.get('theme')),
    language: parseLanguage(parameters.get('language') ?? '') ?? FALLBACK_LANGUAGE,
    width: WIDTHS.find((each) => each === width) ?? 1280,
  };
}

export const writeView = ({ width, ...view }: View): string =>
  `?${new URLSearchParams({ ...view, width: String(width) }).toString()}`;
