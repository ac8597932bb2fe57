import type { PortalConfig } from '@portal/contract/config';
import { PortalConfigSchema } from '@portal/contract/config';
import type { SAMPLE_FEATURES } from '@portal/contract/sample-features';

/** The paths of all values in a document: "links.kitForum". A list is one value. */
type PathsOf<Document> = {
  [Key in keyof Document & string]-?: NonNullable<Document[Key]> extends string | boolean | readonly unknown[]
    ? Key
    : `${Key}.${PathsOf<NonNullable<Document[Key]>>}`;
}[keyof Document & string];

/** The keys whose names are known: a further feature is one that other declarations name. */
type NamedConfig = Omit<PortalConfig, 'features'> & { readonly features: typeof SAMPLE_FEATURES };

/** What each key of `config.json` means. Here and not in the schema, which pages carry to customers. */
const MEANINGS: Readonly<Record<PathsOf<NamedConfig>, string>> = {
  apiBaseUrl: "the base of the API's paths, with a slash at the end; the only address that ever receives a token",
  identityLogoutUrl: "the identity provider's end-session address, to which signing out leads",
  cookieDomain: "the domain of the token cookies, such as `example.com`; `null` keeps them on the portal's own host",
  'features.singleSignOn':
    '`true`; `false` while accounts are not on single sign-on yet, for the legal documents of that time',
  'features.staff':
    'whether there are pages for customer service and administration, which need the calls of [the staff API](staff-api.md)',
  'features.accountPassword': 'whether people who are not on single sign-on may change the password of their account',
  'features.notifications': 'whether people who are not on single sign-on may agree to news by e-mail',
  publicOrigin:
    "the origin of the portal's addresses, such as `https://portal.example.com`; without it pages name no canonical address, and no answer carries HSTS",
  documentOrigins:
    'a list of further origins whose documents the portal may show, such as `https://documents.example.com`',
  'documents.view': 'how legal documents open: `text`, or `pdf` in the viewer; `text` without it',
  'links.identityManagement': 'where people change their e-mail address and password',
  'links.dataAct': 'what the Data Act gives people; beside their personal data',
  'links.kitRepository': "the source of the developers' kit",
  'links.kitIntroduction': 'its introduction',
  'links.kitForum': 'its forum',
  'links.app': "opens the mobile app: an https address, or one with the app's own scheme such as `ebike://open`",
  'links.contact': 'where customers ask for help: a page, or an address with `mailto:` or `tel:`',
};

interface Entry {
  readonly type: string;
  /** Of an object. */
  readonly entries?: Readonly<Record<string, Entry>>;
  /** What is optional. */
  readonly wrapped?: Entry;
}

/** Whether a document may be without a value: it, or an object around it, is optional. */
function isOptional(schema: Entry, [key, ...rest]: readonly string[]): boolean {
  if (schema.type === 'optional') return true;
  // A feature that is not set is off; only about single sign-on the operator has to decide.
  if (schema.type === 'record') return key !== 'singleSignOn';
  const entry = key === undefined ? undefined : schema.entries?.[key];
  return entry !== undefined && isOptional(entry, rest);
}

/** Rows of the table of all keys: key, meaning, whether it has to be there. */
export const configRows: readonly (readonly [string, string, string])[] = Object.entries(MEANINGS).map(
  ([path, means]) => [`\`${path}\``, means, isOptional(PortalConfigSchema, path.split('.')) ? 'no' : 'yes'],
);
