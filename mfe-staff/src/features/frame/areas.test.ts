import { expect, test } from '@jest/globals';
import { STAFF_ROLES } from '@portal/staff-api/acts';
import declaration from '../../../remote.json' with { type: 'json' };
import { areasFor } from './areas.ts';

test.each(STAFF_ROLES)('the role %s sees the areas whose pages let it in', (role) => {
  const open = declaration.routes.filter(({ access }) => access.anyRole.includes(role)).map(({ path }) => path);
  const areas = areasFor([role]).map(({ path }) => path);
  expect(open.filter((path) => path !== '/staff' && !path.includes(':')).toSorted()).toEqual(areas.toSorted());
});

test('an account without a role of staff sees none', () => {
  expect(areasFor(['developer'])).toEqual([]);
});
