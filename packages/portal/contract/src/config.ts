import * as v from 'valibot';
import { parseInput } from './parse.ts';
import { webAddress } from './web-address.ts';

const isWebAddress = (text: string) => webAddress(text) !== undefined;

const httpUrl = v.pipe(
  v.string(),
  v.check(isWebAddress, 'must be an absolute http or https address, without a user name and password'),
);
const baseUrl = v.pipe(
  httpUrl,
  v.check((text) => text.endsWith('/'), 'must end with "/", because call paths are appended to it'),
);
const link = v.optional(httpUrl);

/** Schemes whose addresses a browser runs or opens itself. */
const BROWSER_SCHEMES = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'javascript:',
  'vbscript:',
  'view-source:',
]);

function opensApp(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol !== 'http:' && !BROWSER_SCHEMES.has(url.protocol);
}

/** Schemes with which a browser writes an email or dials a number. */
const CONTACT_SCHEMES = new Set(['mailto:', 'tel:']);

function opensContact(text: string): boolean {
  const url = URL.parse(text);
  return isWebAddress(text) || (url !== null && CONTACT_SCHEMES.has(url.protocol) && url.pathname !== '');
}

const origin = v.pipe(
  httpUrl,
  v.check((text) => webAddress(text)?.origin === text, 'must be an origin such as "https://documents.example.com"'),
);

const FEATURE_NAME = /^[a-z][a-zA-Z0-9]*$/;
const NO_FEATURE_NAME = 'must be the name of a feature such as "singleSignOn"';

/** The name of a switch. */
export const featureName = v.pipe(v.string(), v.regex(FEATURE_NAME, NO_FEATURE_NAME));
/** Switches by name. */
export const FeaturesSchema = v.record(featureName, v.boolean());
export type Features = v.InferOutput<typeof FeaturesSchema>;

/** Whether a feature is on. One that the configuration does not name is off. */
export function isOn(features: Features, name: string): boolean {
  return Object.hasOwn(features, name) && features[name] === true;
}

export const PortalConfigSchema = v.strictObject({
  /** Base of the API's paths, with a trailing slash. The only address that ever receives a token. */
  apiBaseUrl: baseUrl,
  /** The identity provider's end-session address. */
  identityLogoutUrl: httpUrl,
  /** Domain of the token cookies; null keeps them on the portal's own host. */
  cookieDomain: v.nullable(
    v.pipe(v.string(), v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain such as "example.com", or null')),
  ),
  /** What the portal offers, by the switches that declarations name; those that are not set are off. */
  features: v.pipe(
    FeaturesSchema,
    v.check((features) => Object.hasOwn(features, 'singleSignOn'), 'must have the switch "singleSignOn"'),
  ),
  /** Links out of the portal; an unset one is not shown. */
  links: v.optional(
    v.strictObject({
      identityManagement: link,
      dataAct: link,
      kitRepository: link,
      kitIntroduction: link,
      kitForum: link,
      /** Opens the mobile app: a universal link (https) or an address with the app's own scheme. */
      app: v.optional(
        v.pipe(
          v.string(),
          v.check(opensApp, 'must be an https address, or one with the app\'s own scheme such as "ebike://open"'),
        ),
      ),
      /** Where customers ask for help: a page, an email address (`mailto:`) or a phone number (`tel:`). */
      contact: v.optional(
        v.pipe(
          v.string(),
          v.check(
            opensContact,
            'must be an http or https address, or one such as "mailto:help@example.com" or "tel:+3110"',
          ),
        ),
      ),
    }),
    {},
  ),
  /** How legal documents open: as text, or in the PDF viewer. "text" if it is not set. */
  documents: v.optional(v.strictObject({ view: v.optional(v.picklist(['text', 'pdf'])) })),
  /**
   * Other origins whose documents the portal shows, such as "https://documents.example.com". The Content Security
   * Policy allows them; addresses with any other origin are not used.
   */
  documentOrigins: v.optional(v.array(origin)),
  /**
   * Origin of the portal's addresses, such as "https://portal.example.com"; without it pages name no canonical address
   * and paint no link that starts sign-in.
   */
  publicOrigin: v.optional(origin),
});
/** Run-time configuration: the document `/config.json`. No build contains any of it. */
export type PortalConfig = v.InferOutput<typeof PortalConfigSchema>;

/** @throws {InvalidInputError} naming the bad key. */
export function parseConfig(input: unknown): PortalConfig {
  return parseInput('config.json', PortalConfigSchema, input);
}
