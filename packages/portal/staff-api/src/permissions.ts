/** The roles of staff. The specification names none (section 6): these are ours. */
export const STAFF_ROLES = ['support', 'firmware', 'content', 'admin'] as const;
type StaffRole = (typeof STAFF_ROLES)[number];

/**
 * What staff may do, and the roles of which one is needed: as few as the work needs. The API enforces it for every
 * call, and the screens follow.
 */
export const PERMISSIONS = {
  'find a person': ['support', 'admin'],
  'read an account': ['support', 'admin'],
  'send a person e-mails': ['support', 'admin'],
  'write notes': ['support', 'admin'],
  'delete an account': ['support', 'admin'],
  'unmigrate an account': ['support', 'admin'],
  'change roles': ['admin'],
  'query a hub': ['support', 'firmware', 'admin'],
  'release a hub': ['support', 'admin'],
  'list firmware': ['firmware', 'admin'],
  'upload firmware': ['firmware'],
  'release and withdraw firmware': ['firmware'],
  'download firmware': ['firmware'],
  'list logs': ['support', 'firmware', 'admin'],
  'download a log': ['support', 'firmware', 'admin'],
  'delete logs': ['admin'],
  'read countries': ['content', 'admin'],
  'change countries': ['content'],
  'read OEMs': ['content', 'admin'],
  'change OEMs': ['admin'],
  'read statistics': STAFF_ROLES,
  'read the own access token': STAFF_ROLES,
  'read the journal': ['admin'],
} as const satisfies Readonly<Record<string, readonly StaffRole[]>>;
export type Permission = keyof typeof PERMISSIONS;

/** Whether an account with these roles may do it. */
export function can(permission: Permission, roles: readonly string[]): boolean {
  return PERMISSIONS[permission].some((role) => roles.includes(role));
}

/**
 * Whether who has these roles may delete or unmigrate an account: one of staff only if they may take its roles, too.
 */
export function canOverrule(accountRoles: readonly string[], roles: readonly string[]): boolean {
  return can('change roles', roles) || !STAFF_ROLES.some((role) => accountRoles.includes(role));
}
