import { expect, test } from '@jest/globals';
import { HOSTILE_TEXTS, hostileText, INPUTS_LIMIT_MS, tryInputs } from '@portal/node-kit/testing/inputs';
import * as fc from 'fast-check';
import { ownPath } from './sign-in-routes.ts';

const ORIGIN = 'http://localhost:4200';
const target = fc.oneof(
  hostileText,
  ...['/', '/history', '/..'].map((start) => hostileText.map((text) => start + text)),
);

test(
  'whatever the target of a sign-in is, the console continues at a path of its own',
  async () => {
    await tryInputs(
      'Redirect targets, of the release console',
      { all: 2000 },
      target,
      (text) => {
        const path = ownPath(text);
        expect(path).toMatch(/^\/(?![/\\])[\u0021-\u007e]*$/);
        expect(new URL(path, ORIGIN).origin).toBe(ORIGIN);
        expect(ownPath(path)).toBe(path);
      },
      HOSTILE_TEXTS.flatMap((text) => [text, `/${text}`]),
    );
  },
  INPUTS_LIMIT_MS,
);
