const ROLES = 'roles';
const SEPARATOR = ',';

/** The roles that an address names. */
export function rolesIn(query: URLSearchParams): readonly string[] {
  const named = query.get(ROLES)?.split(SEPARATOR) ?? [];
  return named.filter((role) => role !== '');
}

/** The address at which the web server says more about the view of a page, to an account with these roles. */
export function viewAddress(
  path: string,
  asked: Readonly<Record<string, string>>,
  roles: readonly string[] = [],
): string {
  const named = roles.length > 0 ? { [ROLES]: roles.toSorted().join(SEPARATOR) } : {};
  return `${path}?${new URLSearchParams({ ...asked, ...named }).toString()}`;
}
