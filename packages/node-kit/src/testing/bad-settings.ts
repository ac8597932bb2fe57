import { readTable } from '../setting-table.ts';
import type { SettingTable } from '../setting-table.ts';
import { SettingError } from '../settings.mjs';
import type { Environment } from '../settings.mjs';

/** A bad value of each variable of a table; null for one that takes any text. */
export type BadValues<Table extends SettingTable> = Readonly<Record<keyof Table, string | null>>;

/** What a table says about an environment that it refuses. */
export function toRefusal(table: SettingTable, environment: Environment): string {
  try {
    readTable(table, environment);
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
  throw new Error('The settings were not refused.');
}

/** Rows for `test.each`: [variable, value]. */
export const badRows = <Table extends SettingTable>(bad: BadValues<Table>): readonly [string, string][] =>
  Object.entries<string | null>(bad).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));

/** One sentence, which names `name` first. */
export const oneSentence = (name: string): RegExp => new RegExp(`^${name} (?!.*[.!?] [A-Z])[^\\n]+\\.$`);
