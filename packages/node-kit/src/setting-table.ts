import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isPlainHost, webAddress } from '@portal/contract/web-address';
import { hasCode } from './error-code.ts';
import { toAddress } from './listen.ts';
import { getErrorMessage, PlainError } from './plain-error.mjs';
import { DEFAULT_PORTS, readPort, SettingError, formatText } from './settings.mjs';
import type { Environment, PortVariable } from './settings.mjs';

/** A variable of a server: how its text becomes a value, and what docs/operating.md says of it. */
export interface Setting<Value> {
  /** A phrase, in Markdown. */
  readonly description: string;
  /** What holds where the variable is unset or empty, in Markdown. */
  readonly default: string;
  /**
   * `text` is empty where the variable is unset. @throws {SettingError} one sentence: the variable, its value, the
   * remedy.
   */
  readonly read: (text: string, name: string, environment: Environment) => Value;
}

/** The settings of a server, by the names of their variables. */
export type SettingTable = Readonly<Record<string, Setting<unknown>>>;

/** What a table's settings have read, by the names of their variables. */
type ValuesOf<Table extends SettingTable> = {
  readonly [Name in keyof Table]: ReturnType<Table[Name]['read']>;
};

/** Reads all settings of a table. @throws {SettingError} for the first that cannot be used. */
export function readTable<const Table extends SettingTable>(table: Table, environment: Environment): ValuesOf<Table> {
  const entries = Object.entries(table).map(([name, { read }]) => [
    name,
    read(formatText(environment, name), name, environment),
  ]);
  // oxlint-disable-next-line no-unsafe-type-assertion -- each value is what its own setting has read
  return Object.fromEntries(entries) as ValuesOf<Table>;
}

/** The error for a value that cannot be used; `remedy` follows "set it to". */
export const wrongSetting = (name: string, text: string, remedy: string): SettingError =>
  new SettingError(`${name} is "${text}": set it to ${remedy}.`);

/** The port that a variable of `DEFAULT_PORTS` chooses. */
export const portSetting = (variable: PortVariable, description: string): Setting<number> => ({
  description,
  default: String(DEFAULT_PORTS[variable]),
  read: (_text, _name, environment) => readPort(environment, variable),
});

/** "yes" or "no". */
export function yesOrNo(description: string, defaultValue: boolean): Setting<boolean> {
  const word = defaultValue ? 'yes' : 'no';
  return {
    description,
    default: `\`${word}\``,
    read(text, name) {
      if (text === '') return defaultValue;
      if (text === 'yes' || text === 'no') return text === 'yes';
      throw wrongSetting(name, text, `"yes" or "no", or leave it unset for "${word}"`);
    },
  };
}

/** A whole number, from the first of two to the second. */
export const wholeNumber = (
  description: string,
  [least, most]: readonly [number, number],
  defaultValue: number,
): Setting<number> => ({
  description: `${description}: ${String(least)} to ${String(most)}`,
  default: String(defaultValue),
  read(text, name) {
    if (text === '') return defaultValue;
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= least && value <= most) return value;
    const range = `a whole number from ${String(least)} to ${String(most)}`;
    throw wrongSetting(name, text, `${range}, or leave it unset for ${String(defaultValue)}`);
  },
});

/** Any text; empty where it is unset and has no `defaultValue`. */
export const anyText = (description: string, defaultValue = ''): Setting<string> => ({
  description,
  default: defaultValue === '' ? 'none' : `\`${defaultValue}\``,
  read: (text) => text || defaultValue,
});

/** Whether there is such a folder; undefined if there is nothing. @throws unless this user may list what it has */
function isFolder(path: string): boolean | undefined {
  const isOne = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isOne === true) accessSync(path, constants.R_OK | constants.X_OK);
  return isOne;
}

/** A folder, relative to where the server starts. It need not exist. */
export const folderSetting = (description: string, defaultValue: string): Setting<string> => ({
  description,
  default: `\`${defaultValue}\``,
  read(text, name) {
    const folder = resolve(text || defaultValue);
    let problem = 'this is none';
    try {
      if (isFolder(folder) !== false) return folder;
    } catch (error) {
      problem = `this one cannot be used (${getErrorMessage(error)})`;
    }
    throw wrongSetting(name, folder, `a folder, or leave it unset for "${defaultValue}", as ${problem}`);
  },
});

/**
 * What to throw for an error of a file in PORTAL_STATE: a sentence, if the folder is not for this user to read or
 * write.
 */
export function stateError(error: unknown): unknown {
  if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT')) return error;
  return new PlainError(
    `PORTAL_STATE cannot be used (${getErrorMessage(error)}). Set it to a folder that this user may read and write.`,
    { cause: error },
  );
}

/** Digits and dots are an address, not a name. */
const isHost = (text: string) => isIP(text) !== 0 || (isPlainHost(text) && /[a-z]/i.test(text));

/** The address of this machine that a server listens on; "localhost" means both of its loopback addresses. */
export const hostSetting = (description: string, defaultValue = 'localhost'): Setting<string> => ({
  description,
  default: `\`${defaultValue}\``,
  read(text, name) {
    if (text === '') return defaultValue;
    if (isHost(text)) return text;
    const remedy = 'an address of this machine such as "10.0.0.5", "0.0.0.0" for all of them';
    throw wrongSetting(name, text, `${remedy}, or leave it unset for "${defaultValue}"`);
  },
});

/**
 * Whether only this machine reaches an address. `host` is what a variable or an address has: "localhost", "127.0.0.1",
 * "[::1]".
 */
export const isThisMachine = (host: string): boolean => /^(localhost|127(\.\d+){3}|(\[::1\]|::1))$/i.test(host);

/** HOST of a server, with all that follows from it. */
export const HOST = hostSetting('the address to listen on: one of this machine, `0.0.0.0` (all of IPv4) or `::` (all)');

/**
 * What has to be set once HOST lets others than this machine in, as what holds without it is right on this machine
 * only. @throws {SettingError}
 */
export function checkIsLocal(name: string, environment: Environment, what: string): void {
  const host = formatText(environment, 'HOST');
  if (host === '' || isThisMachine(host)) return;
  throw new SettingError(`${name} is not set, and HOST is "${host}": set ${name} to ${what}.`);
}

/** After a name with a password, before a query or a fragment, in an address. */
const BY_A_SECRET = /@|%40|[?#]/;
const signOfSecret = (text: string): string | undefined => BY_A_SECRET.exec(text)?.[0];

/** An address for the beginning of a message; without its text if that may contain a secret. */
export function shownAddress(text: string): string {
  const sign = signOfSecret(text);
  return sign === undefined ? `"${text}"` : `A text with "${sign}"`;
}

/** The error for an address that cannot be used. Never shows a secret that it contains. */
export function wrongAddress(name: string, text: string, remedy: string): SettingError {
  const sign = signOfSecret(text);
  return sign === undefined
    ? wrongSetting(name, text, remedy)
    : new SettingError(`${name} contains "${sign}", as if with a secret: set it to ${remedy}.`);
}

/**
 * The address in a text, without a slash at the end, if nobody else reads what is sent there: https, or http on this
 * machine. Undefined for any other, and for one with a password, a query or a fragment.
 */
export function secureAddress(text: string): string | undefined {
  const url = webAddress(text);
  if (!url || /[?#]/.test(url.href) || (url.protocol === 'http:' && !isThisMachine(url.hostname))) return undefined;
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** The origin that a text is, if it is a secure address. */
export function secureOrigin(text: string): string | undefined {
  const address = secureAddress(text);
  return address !== undefined && URL.parse(address)?.origin === address ? address : undefined;
}

/**
 * The origin under which people or programs reach a server. Only on this machine may it be one with http, and is it
 * known by itself.
 */
export const ownOrigin = (description: string, port: PortVariable, example: string): Setting<string> => ({
  description: `${description}; required unless \`HOST\` is local`,
  default: `\`http://localhost:${port}\``,
  read(text, name, environment) {
    if (text === '') {
      checkIsLocal(name, environment, `the origin that is used, such as "${example}"`);
      return toAddress(formatText(environment, 'HOST') || 'localhost', readPort(environment, port));
    }
    const origin = secureOrigin(text);
    if (origin !== undefined) return origin;
    throw wrongAddress(name, text, `an origin such as "${example}" (http only for this machine)`);
  },
});

/**
 * An address with https, or with http on this machine, without a slash at the end. `defaultValue` is for where it is
 * unset.
 */
export const httpsAddress = <Otherwise>(
  description: string,
  example: string,
  defaultValue: { readonly description: string; readonly read: (name: string, environment: Environment) => Otherwise },
): Setting<string | Otherwise> => ({
  description,
  default: defaultValue.description,
  read(text, name, environment) {
    if (text === '') return defaultValue.read(name, environment);
    const address = secureAddress(text);
    if (address !== undefined) return address;
    throw wrongAddress(name, text, `an address such as "${example}" (http only for this machine)`);
  },
});

/** Texts separated by commas, each read by `readEach`, which is undefined for a text that cannot be used. */
export const list = <Value>(
  description: string,
  example: string,
  readEach: (text: string) => Value | undefined,
): Setting<readonly Value[]> => ({
  description,
  default: 'none',
  read: (text, name) =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean)
      .map((each) => {
        const value = readEach(each);
        if (value !== undefined) return value;
        const remedy = `set it to ${example}, separated by commas, or leave it unset`;
        throw new SettingError(
          `${name} contains ${signOfSecret(each) === undefined ? `"${each}"` : 'a wrong one'}: ${remedy}.`,
        );
      }),
});
