import type { EngineName } from '../../e2e/src/engines/engine.ts';
import type { SheetOptions, SheetTheme } from './options.ts';
import type { SheetScreen } from './screens.ts';

/** A picture of the contact sheet. */
export interface Picture {
  readonly screen: SheetScreen;
  readonly engine: EngineName;
  readonly theme: SheetTheme;
  readonly language: string;
  readonly width: number;
}

/** Its file in the folder of the sheet. */
export const toFileName = ({ screen, engine, theme, language, width }: Picture): string =>
  `pictures/${[screen.name, engine, theme, language, width].join('.')}.png`;

/**
 * All pictures that were asked for; those of one page, which are taken one after the other, differ in their width only.
 */
export function listPictures({ engines, themes, languages, screens, widths }: SheetOptions): readonly Picture[][] {
  return engines.flatMap((engine) =>
    themes.flatMap((theme) =>
      languages.flatMap((language) =>
        screens.map((screen) => widths.map((width) => ({ screen, engine, theme, language, width }))),
      ),
    ),
  );
}
