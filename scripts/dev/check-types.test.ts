import { expect, test } from '@jest/globals';
import { readTypeErrors } from './check-types.ts';

test('the type errors of the compiler are problems with their places; what is unused is a warning', () => {
  const output = [
    "mfe-hubs/src/a.ts(3,14): error TS2322: Type 'string' is not assignable to type 'number'.",
    '  More about it.',
    "shell/src/b.tsx(1,10): error TS6133: 'x' is declared but its value is never read.",
    '',
  ].join('\n');
  expect(readTypeErrors('/portal', output)).toMatchObject([
    {
      severity: 'error',
      place: { file: '/portal/mfe-hubs/src/a.ts', line: 3, column: 14 },
      text: expect.stringMatching(/^TS2322: .*\n {2}More about it\.$/),
    },
    { severity: 'warning', place: { file: '/portal/shell/src/b.tsx', line: 1, column: 10 } },
  ]);
});
