import { testRemote } from '@portal/contract/testing';
import json from '../remote.json' with { type: 'json' };

testRemote({
  json,
  load: () => import('./remote.ts'),
  loadTexts: (language) => import(`./locales/${language}.json`, { with: { type: 'json' } }),
});
