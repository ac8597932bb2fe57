/** What the next page of this tab has to know. Browsers can forbid the storage; then it never does. */
function tabFlag(name: string) {
  const attempt = <Result>(access: () => Result): Result | undefined => {
    try {
      return access();
    } catch {
      return undefined;
    }
  };
  return {
    set: (): void => attempt(() => sessionStorage.setItem(name, '')),
    isSet: (): boolean => attempt(() => sessionStorage.getItem(name)) === '',
    clear: (): void => attempt(() => sessionStorage.removeItem(name)),
  };
}

/** The page is loaded anew, because another user has signed in. */
export const otherUser = tabFlag('portal-other-user');
/** The tab has left for the identity provider. */
export const leftForSignIn = tabFlag('portal-left-for-sign-in');
