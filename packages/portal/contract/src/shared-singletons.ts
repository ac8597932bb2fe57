/** The portal's own packages among the shared singletons, each before those that it imports. */
export const SHARED_PACKAGES = ['@portal/api', '@portal/session', '@portal/i18n', '@portal/ui'] as const;

/**
 * The modules that exist once in a page. A remote contains no copy of them (`import: false`): it uses the shell's, or
 * fails as incompatible.
 */
export const SHARED_SINGLETONS = ['react', 'react/jsx-runtime', 'react-dom', ...SHARED_PACKAGES] as const;
