import { parseArgs } from 'node:util';
import { getErrorMessage, PlainError } from '@portal/node-kit/plain-error';
import { ENGINES } from '../../e2e/src/engines/engine.ts';
import type { EngineName } from '../../e2e/src/engines/engine.ts';
import { LANGUAGES } from '../../e2e/src/support/screen.ts';
import { SHEET_SCREENS } from './screens.ts';
import type { SheetScreen } from './screens.ts';

const WIDTHS = [320, 375, 1280, 1920];
const THEMES = ['light', 'dark'] as const;
export type SheetTheme = (typeof THEMES)[number];

/** Which pictures to take. */
export interface SheetOptions {
  readonly engines: readonly EngineName[];
  readonly widths: readonly number[];
  readonly themes: readonly SheetTheme[];
  readonly languages: readonly string[];
  readonly screens: readonly SheetScreen[];
  /** Also those that are there already. */
  readonly again: boolean;
  /** Where they are put; in `.sheet` by default. */
  readonly folder: string | undefined;
}

/**
 * The values that were asked for, among all; all of them unless some were. @throws {PlainError} that names the choices.
 */
function chosen<Value>(
  option: string,
  wanted: readonly string[] | undefined,
  all: readonly Value[],
  getName: (value: Value) => string = String,
): readonly Value[] {
  const names = (wanted ?? []).flatMap((text) => text.split(','));
  for (const name of names) {
    if (!all.some((value) => getName(value) === name))
      throw new PlainError(`--${option} is "${name}", but must be one of: ${all.map(getName).join(', ')}.`);
  }
  return names.length === 0 ? all : all.filter((value) => names.includes(getName(value)));
}

const many = { type: 'string', multiple: true } as const;

/** Reads `--engine firefox --width 320,375 …`. @throws {PlainError} for what is none of the choices. */
export function readSheetOptions(args: readonly string[]): SheetOptions {
  const options = {
    engine: many,
    width: many,
    theme: many,
    language: many,
    screen: many,
    again: { type: 'boolean' },
    folder: { type: 'string' },
  } as const;
  const { values } = parse(() => parseArgs({ args: [...args], options }));
  return {
    engines: chosen('engine', values.engine, ENGINES),
    widths: chosen('width', values.width, WIDTHS),
    themes: chosen('theme', values.theme, THEMES),
    languages: chosen('language', values.language, LANGUAGES),
    screens: chosen('screen', values.screen, SHEET_SCREENS, ({ name }) => name),
    again: values.again ?? false,
    folder: values.folder,
  };
}

/** Turns what the parser says about an unknown option into a plain error. */
function parse<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new PlainError(getErrorMessage(error));
  }
}
