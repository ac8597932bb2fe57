import { defineConfig } from 'oxlint';
import { lintConfig } from '@portal/remote-kit/lint';
import { LOOSE_TEXT, NO_CYCLES, PLUGIN_NAME, RULE_NAME } from './tools/boundaries/oxlint-rule.ts';

const RUN_IN_NODE = [
  'scripts/**',
  'tools/**',
  'lab/**',
  'e2e/**',
  'packages/{releases,delivery,development,build,node-kit}/**',
];

export default defineConfig({
  ...lintConfig,
  jsPlugins: ['./tools/boundaries/oxlint-rule.ts'],
  ignorePatterns: [...lintConfig.ignorePatterns, '**/.portal/**', '**/test-results/**', 'tools/baseline/samples/**'],
  rules: {
    ...lintConfig.rules,
    'jest/no-standalone-expect': ['error', { additionalTestBlockFunctions: ['testInFull'] }],
    [`${PLUGIN_NAME}/${RULE_NAME}`]: 'error',
    [`${PLUGIN_NAME}/${NO_CYCLES}`]: 'error',
    [`${PLUGIN_NAME}/${LOOSE_TEXT}`]: 'error',
  },
  overrides: [
    ...lintConfig.overrides,
    { files: ['e2e/src/support/global-*.ts'], rules: { 'import/no-default-export': 'off' } },
    { files: RUN_IN_NODE, rules: { 'no-console': 'off' } },
    {
      files: ['e2e/**', 'lab/**'],
      rules: {
        'max-lines': 'off',
        'max-lines-per-function': 'off',
        'typescript/no-unsafe-type-assertion': 'off',
        'import/no-unassigned-import': 'off',
      },
    },
    {
      // Tests are watched for leaking tokens and broken policies.
      files: ['e2e/src/**/*.spec.ts'],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: [
              { name: '@playwright/test', importNames: ['test'], message: "Take it from 'support/watched-test.ts'." },
            ],
          },
        ],
      },
    },
  ],
});
