import { withoutStop } from '@portal/release/format/format-values';
import { readFileSync } from 'node:fs';
import { InvalidInputError, parseInput } from '@portal/contract/parse';
import { webAddress } from '@portal/contract/web-address';
import type { Setting } from '@portal/node-kit/setting-table';
import { getErrorMessage } from '@portal/node-kit/plain-error';
import { SettingError, formatText } from '@portal/node-kit/settings';
import type { Environment } from '@portal/node-kit/settings';
import * as v from 'valibot';
import { PlanPauseSchema } from './plan-pauses.ts';

/** A secret is never in the file itself: it names a variable of the environment, or another file. */
const secret = v.union(
  [
    v.strictObject({ env: v.pipe(v.string(), v.nonEmpty()) }),
    v.strictObject({ file: v.pipe(v.string(), v.nonEmpty()) }),
  ],
  'expected {"env": "VARIABLE"} or {"file": "/path"}',
);
const mailAddress = v.pipe(v.string(), v.email('expected an e-mail address'));
const httpAddress = v.pipe(
  v.string(),
  v.check(
    (text) => webAddress(text) !== undefined,
    'expected an address such as "https://example.com", without a user name and password',
  ),
);

const PartSchema = v.strictObject({
  /** Whether the watcher ends canaries that are clearly worse. */
  endsByItself: v.optional(v.boolean(), true),
  /**
   * Whether a promotion gives the version to half of the visitors for half an hour; the watcher then gives it to
   * everybody.
   */
  guardsPromotions: v.optional(v.boolean(), true),
});

const SettingsSchema = v.strictObject({
  /** By the name of the part; `*` is every part that is not named. */
  parts: v.optional(v.record(v.string(), PartSchema), {}),
  planPauses: v.optional(v.array(PlanPauseSchema), []),
  webhooks: v.optional(v.array(v.strictObject({ url: httpAddress, secret })), []),
  mail: v.optional(
    v.strictObject({
      host: v.pipe(v.string(), v.nonEmpty()),
      port: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)), 587),
      /** `starttls` refuses a server without it; `none` is for a server on this machine. */
      security: v.optional(v.picklist(['tls', 'starttls', 'none']), 'starttls'),
      user: v.optional(v.string()),
      password: v.optional(secret),
      from: mailAddress,
      to: v.pipe(v.array(mailAddress), v.minLength(1, 'expected at least one address')),
    }),
  ),
});
type File = v.InferOutput<typeof SettingsSchema>;

export interface WebhookSettings {
  readonly url: string;
  readonly key: Uint8Array;
}

export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly security: 'tls' | 'starttls' | 'none';
  readonly login: { readonly user: string; readonly pass: string } | undefined;
  readonly from: string;
  readonly to: readonly string[];
}

/** How the watcher acts, and whom it tells. */
export interface WatcherSettings extends Pick<File, 'parts' | 'planPauses'> {
  readonly webhooks: readonly WebhookSettings[];
  readonly mail: MailSettings | undefined;
}

/** Without a file: the watcher ends canaries and guards promotions of every part, and tells nobody. */
export const NO_SETTINGS: WatcherSettings = { parts: {}, planPauses: [], webhooks: [], mail: undefined };

/** How the watcher treats a part: what the settings say of the part, else of `*`. */
export const findPartSettings = ({ parts }: WatcherSettings, part: string): v.InferOutput<typeof PartSchema> =>
  parts[part] ?? parts['*'] ?? v.parse(PartSchema, {});

const wrong = (path: string, key: string, problem: string) =>
  new SettingError(`WATCHER_SETTINGS is "${path}", whose "${key}" is wrong: ${problem}.`);

/** Reads settings; messages never contain a secret. */
class SettingsReader {
  readonly #path: string;
  readonly #environment: Environment;

  constructor(path: string, environment: Environment) {
    this.#path = path;
    this.#environment = environment;
  }

  read(): WatcherSettings {
    const { parts, planPauses, webhooks, mail } = this.#file();
    for (const [index, { weekly, dates }] of planPauses.entries())
      if ((weekly === undefined) === (dates === undefined))
        throw wrong(this.#path, `planPauses.${String(index)}`, 'expected either "weekly" or "dates"');
    return {
      parts,
      planPauses,
      webhooks: webhooks.map((hook, index) => this.#webhook(hook, index)),
      mail: mail && this.#mail(mail),
    };
  }

  #file(): File {
    let document: unknown;
    try {
      document = JSON.parse(readFileSync(this.#path, 'utf8'));
    } catch (error) {
      // The error itself would quote the file, which may have the secret path of a webhook.
      if (error instanceof SyntaxError)
        throw new SettingError(`WATCHER_SETTINGS is "${this.#path}", which is not JSON: correct the file.`);
      throw new SettingError(
        `WATCHER_SETTINGS is "${this.#path}", which cannot be read: ${withoutStop(getErrorMessage(error))}.`,
        {
          cause: error,
        },
      );
    }
    try {
      return parseInput('settings', SettingsSchema, document);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      throw new SettingError(`WATCHER_SETTINGS is "${this.#path}", which is wrong: ${error.message}.`, {
        cause: error,
      });
    }
  }

  #secret(given: v.InferOutput<typeof secret>, key: string): string {
    if ('env' in given) {
      const value = formatText(this.#environment, given.env);
      if (value === '') throw wrong(this.#path, key, `the variable ${given.env} is not set`);
      return value;
    }
    let text: string;
    try {
      text = readFileSync(given.file, 'utf8').trim();
    } catch {
      throw wrong(this.#path, key, `${given.file} cannot be read`);
    }
    if (text === '') throw wrong(this.#path, key, `${given.file} is empty`);
    return text;
  }

  #webhook({ url, secret: given }: File['webhooks'][number], index: number): WebhookSettings {
    const key = `webhooks.${String(index)}.secret`;
    const base64 = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/.exec(this.#secret(given, key))?.[1];
    if (base64 === undefined)
      throw wrong(this.#path, key, 'the secret is not "whsec_" with 24 bytes or more in base64 (Standard Webhooks)');
    return { url, key: Buffer.from(base64, 'base64') };
  }

  #mail({ user, password, ...mail }: NonNullable<File['mail']>): MailSettings {
    if ((user === undefined) !== (password === undefined))
      throw wrong(this.#path, 'mail', 'expected both "user" and "password", or neither');
    const login =
      user === undefined || password === undefined
        ? undefined
        : { user, pass: this.#secret(password, 'mail.password') };
    return { ...mail, login };
  }
}

/** The settings of the watcher, in the file that the variable names. */
export const WATCHER_SETTINGS: Setting<WatcherSettings> = {
  description: 'the file of the [settings of the watcher](canary.md#settings-of-the-watcher)',
  default: 'none: it tells nobody',
  read: (text, _name, environment) => (text === '' ? NO_SETTINGS : new SettingsReader(text, environment).read()),
};
