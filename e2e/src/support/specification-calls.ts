/**
 * Section 7 of the specification, written down by hand from its text and not from the schemas that client and
 * development backend share: a mistake in those would show here.
 */
export interface SpecificationCall {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Relative to the API's base; `{name}` stands for one part. */
  readonly path: string;
  /** The query's parameters, all of them, with what their values look like. */
  readonly query: Readonly<Record<string, RegExp>>;
  /**
   * `none`: a request without a body. `empty`: a request that could have one, and has none. Otherwise the fields of the
   * JSON document, all of them, with what their values look like as JSON.
   */
  readonly payload: 'none' | 'empty' | Readonly<Record<string, RegExp>>;
  /** Whether the bearer access token is sent; `held`: only if there still is one. */
  readonly bearer: 'always' | 'held' | 'never';
  /** Whether the JSON accept header is sent. */
  readonly acceptsJson: boolean;
  /** Whether the API's cookies are sent. */
  readonly withCredentials: boolean;
  /** A navigation of the browser, not a call of a script. */
  readonly isNavigation: boolean;
}

const SERIAL_AND_PART = 'hubs/{serial}+{partNumber}';
const SOME_TEXT = /^".+"$/;
const ABSOLUTE_ADDRESS = /^https?:\/\/[^/]+\//;

/** "Every request carries the bearer access token and a JSON accept header." */
const USUAL = {
  query: {},
  bearer: 'always',
  acceptsJson: true,
  withCredentials: false,
  isNavigation: false,
} as const;

/** The 16 calls, in the specification's order. */
export const SPECIFICATION_CALLS: readonly SpecificationCall[] = [
  { ...USUAL, method: 'GET', path: 'account/', payload: 'none' },
  { ...USUAL, method: 'PUT', path: 'account/lastseen', payload: 'empty' },
  {
    ...USUAL,
    method: 'PUT',
    path: 'account/general',
    // Section 5: the first name is required, an empty last name is sent as null, both are trimmed.
    payload: { firstname: /^"\S(.*\S)?"$/, lastname: /^("\S(.*\S)?"|null)$/ },
  },
  { ...USUAL, method: 'PUT', path: 'account/country', payload: { country: /^"[a-z]{2}"$/ } },
  {
    ...USUAL,
    method: 'PUT',
    path: 'account/email',
    payload: { newEmail: /^"\S+@.+\..+"$/, currentPassword: SOME_TEXT },
  },
  // The password is empty for single-sign-on users.
  { ...USUAL, method: 'POST', path: 'account/destroy', payload: { password: /^".*"$/ } },
  { ...USUAL, method: 'POST', path: 'account/developer', payload: { url: /^".+\.pdf"$/ } },
  { ...USUAL, method: 'GET', path: 'account/logout', payload: 'none', withCredentials: true },
  // At a logout the cookies are gone before this call (section 4).
  { ...USUAL, method: 'POST', path: 'user/getTokens', payload: { refreshToken: SOME_TEXT }, bearer: 'held' },
  { ...USUAL, method: 'GET', path: 'hubs', payload: 'none' },
  { ...USUAL, method: 'DELETE', path: `${SERIAL_AND_PART}/authorization`, payload: 'none' },
  { ...USUAL, method: 'GET', path: `${SERIAL_AND_PART}/release`, payload: 'none' },
  { ...USUAL, method: 'PUT', path: `${SERIAL_AND_PART}/settings`, payload: { sharingMode: /^"(public|off)"$/ } },
  {
    ...USUAL,
    method: 'GET',
    path: 'hc-terms-and-conditions/all',
    query: { lang: /^(en|de|fr|nl)$/ },
    payload: 'none',
  },
  { ...USUAL, method: 'GET', path: 'service-description/url', payload: 'none' },
  {
    ...USUAL,
    method: 'GET',
    path: 'user/weblogin/',
    query: { returnTo: ABSOLUTE_ADDRESS, redirectUri: ABSOLUTE_ADDRESS },
    payload: 'none',
    bearer: 'never',
    acceptsJson: false,
    withCredentials: true,
    isNavigation: true,
  },
];

/** Calls for what the specification names without showing its calls (section 3): they are ours. */
export const NAMED_CALLS: ReadonlySet<string> = new Set([
  'PUT account/password',
  'GET account/notifications',
  'PUT account/notifications',
]);

function getPattern(path: string): RegExp {
  const literal = path.split(/\{\w+\}/).map((part) => part.replace(/[.+/]/g, String.raw`\$&`));
  return new RegExp(`^${literal.join('[^/+]+')}$`);
}

/** Finds the specified call of a request. `path` is relative to the API's base, without the query. */
export function specificationCall(method: string, path: string): SpecificationCall | undefined {
  return SPECIFICATION_CALLS.find((call) => call.method === method && getPattern(call.path).test(path));
}
