import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { copySources } from '../testing/source-copy.ts';
import type { SourceCopy } from '../testing/source-copy.ts';

const PART = 'mfe-hubs';

let copy: SourceCopy;
beforeAll(async () => {
  copy = await copySources(['docs', 'e2e', 'lab', 'tools']);
});
afterAll(() => copy.remove());

/** What the build of a part says of a mistake in one file. */
async function saidOf(file: string, mistake: (text: string) => string, part = PART): Promise<string> {
  let before = '';
  await copy.edit(file, (text) => {
    before = text;
    return mistake(text);
  });
  try {
    return await copy.build(part).then(() => '', String);
  } finally {
    await copy.edit(file, () => before);
  }
}

const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;

test.each([
  ['its declaration', PART, `${PART}/remote.json`, '"header"'],
  ["the shell's declaration", 'shell', 'shell/shell.json', '"header"'],
  ['its texts', PART, `${PART}/src/locales/de.json`, '"roles"'],
  ['its English texts', PART, `${PART}/src/locales/en.json`, '"roles"'],
  ['the marks of safe reads', PART, 'packages/portal/api/src/safe-reads.json', '"hubs"'],
])('a part with a mistake in the JSON of %s is told so once, with file and line', async (_, part, file, key) => {
  let line = 0;
  const mistake = (text: string) => {
    line = lineOf(text, key);
    return text.replace(`${key}:`, key);
  };
  const said = await saidOf(file, mistake, part);
  expect(said.match(new RegExp(`${file.replace(/.*\//, '')}:${line}:\\d+: \\S`, 'g')) ?? said).toHaveLength(1);
  expect(said).not.toMatch(/^\s+at /m);
});

test.each([
  ['a page', 'src/pages/hub-release-page.tsx', "const { t } = useTranslation('mfe-hubs');"],
  ['a component', 'src/features/hubs/hub-row.tsx', ' = useTranslation('],
])('an error in %s while the build prerenders names the place in the source', async (_, file, statement) => {
  let line = 0;
  const said = await saidOf(join(PART, file), (text) => {
    line = lineOf(text, statement);
    const start = text.lastIndexOf('\n', text.indexOf(statement)) + 1;
    return `${text.slice(0, start)}if (Date.now() > 0) throw new TypeError('Out of hubs'); ${text.slice(start)}`;
  });
  expect(said).toContain('Out of hubs');
  expect(said).toMatch(new RegExp(`${PART}/${file}:${line}:`));
  expect(said).not.toMatch(/\.cjs|portal-prerendered-/);
});
