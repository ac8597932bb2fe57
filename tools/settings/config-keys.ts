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
  apiBaseUrl: "the base of the API's paths, with a slash at the end; tokens go nowhere else",
  identityLogoutUrl: "the identity provider's end-session address",
  cookieDomain: "the domain of the token cookies; `null`: the portal's own host",
  'features.singleSignOn': 'whether all accounts are on single sign-on; chooses the legal documents',
  'features.staff': 'pages for customer service, with the [staff API](staff-api.md)',
  'features.accountPassword': 'people without single sign-on may change the password',
  'features.notifications': 'people without single sign-on may agree to news by e-mail',
  publicOrigin: "the portal's origin; without it no canonical addresses and no HSTS",
  documentOrigins: 'a list of further origins of PDFs',
  'documents.view': 'how legal documents open: `text` (default), or `pdf` in the viewer',
  'links.identityManagement': 'where people change e-mail address and password',
  'links.dataAct': 'what the Data Act gives people',
  'links.kitRepository': "the source of the developers' kit",
  'links.kitIntroduction': 'its introduction',
  'links.kitForum': 'its forum',
  'links.app': "opens the mobile app: https, or the app's own scheme (`ebike://open`)",
  'links.contact': 'help for customers: a page, `mailto:` or `tel:`',
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

/** Rows of the table of all keys: key, meaning. */
export const configRows: readonly (readonly [string, string])[] = Object.entries(MEANINGS).map(([path, means]) => [
  `\`${path}\``,
  isOptional(PortalConfigSchema, path.split('.')) ? means : `required: ${means}`,
]);
