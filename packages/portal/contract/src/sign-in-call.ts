/**
 * The API path that the browser opens to sign in (specification, section 7). Both parameters are absolute addresses:
 * `returnTo` is the page to open after sign-in, `redirectUri` the login page for users who cannot sign in.
 */
export function signInCall({ returnTo, redirectUri }: { returnTo: string; redirectUri: string }): string {
  return `user/weblogin/?returnTo=${encodeURIComponent(returnTo)}&redirectUri=${encodeURIComponent(redirectUri)}`;
}
