/** The console's cookies: names and attributes. */
interface ConsoleCookies {
  /** Name of the cookie with the id of the session. */
  readonly session: string;
  /** Name of the cookie with a form whose sign-in has ended. */
  readonly savedForm: string;
  /** Name of the cookie of one sign-in under way: two tabs can sign in at once. */
  signIn(state: string): string;
  isSignIn(name: string): boolean;
  readonly attributes: {
    readonly path: '/';
    readonly httpOnly: true;
    readonly sameSite: 'lax';
    readonly secure: boolean;
  };
}

/** On https with the prefix `__Host-`, so that no other host of the domain can set them. */
export function consoleCookies(origin: string): ConsoleCookies {
  const secure = origin.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const signIn = `${prefix}console_sign_in_`;
  return {
    session: `${prefix}console_session`,
    savedForm: `${prefix}console_form`,
    signIn: (state) => `${signIn}${state.slice(0, 12).replace(/[^\w-]/g, '')}`,
    isSignIn: (name) => name.startsWith(signIn),
    attributes: { path: '/', httpOnly: true, sameSite: 'lax', secure },
  };
}
