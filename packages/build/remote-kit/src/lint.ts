import type { OxlintConfig } from 'oxlint';

const TESTS = ['**/*.{test,suite,states}.{ts,tsx}', '**/testing.{ts,tsx}', '**/testing/**'];
const CONFIGURATION = ['*.{ts,mjs}', '**/*.config.{ts,mjs}'];

/** How oxlint judges the code of remotes, here and in repositories of their own. */
export const lintConfig = {
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'react', 'jsx-a11y', 'jest'],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: ['**/node_modules', '**/dist/**'],
  env: { builtin: true },
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/consistent-type-specifier-style': ['error', 'prefer-top-level'],
    'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    'typescript/no-deprecated': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/switch-exhaustiveness-check': 'error',

    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/prefer-node-protocol': 'error',

    eqeqeq: 'error',
    'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }],
    'no-console': ['error', { allow: ['warn', 'error'] }],
    'no-empty': ['error', { allowEmptyCatch: false }],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'no-param-reassign': 'error',
    'no-var': 'error',
    'prefer-const': 'error',

    // Sequential steps are often intended.
    'no-await-in-loop': 'off',
    // The JSX transform imports what it needs.
    'react/react-in-jsx-scope': 'off',
    // A helper may be declared next to the only code that uses it.
    'unicorn/consistent-function-scoping': 'off',
    // Needed for names such as __webpack_require__ and __earlyReads.
    'no-underscore-dangle': 'off',
    // Reports every postMessage, but that of a channel has no target origin.
    'unicorn/require-post-message-target-origin': 'off',
    // Reports an awaited fetch in any function as a promise in a callback.
    'promise/no-promise-in-callback': 'off',
    // Roles are explicit if a style removes the implicit ones (a table as cards, a list without bullets), or if all
    // elements have one.
    'jsx-a11y/no-redundant-roles': 'off',
    'jsx-a11y/no-interactive-element-to-noninteractive-role': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    // Does not accept that a checkbox with the role of a switch has the state of the checkbox.
    'jsx-a11y/role-has-required-aria-props': 'off',
    // Concerns Express, which is not used.
    'oxc/no-async-endpoint-handlers': 'off',
    // Also reports sorting a new array.
    'unicorn/no-array-sort': 'off',
    'oxc/no-map-spread': 'off',
    // oidc-provider exports its class as default and by name.
    'import/no-named-as-default': 'off',
    'promise/always-return': 'off',
    // TypeScript checks both.
    'typescript/consistent-return': 'off',
    // An effect may depend on a value that it does not read.
    'react/exhaustive-effect-dependencies': 'off',
    // Interfaces declare functions in method style even if these do not use `this`.
    'typescript/unbound-method': 'off',
  },
  overrides: [
    { files: CONFIGURATION, rules: { 'import/no-default-export': 'off' } },
    {
      files: TESTS,
      rules: {
        'max-lines': 'off',
        'max-lines-per-function': 'off',
        'typescript/no-unsafe-type-assertion': 'off',
        'import/no-unassigned-import': 'off',
      },
    },
  ],
} satisfies OxlintConfig;
