import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { test } from './support/development.ts';
import { openAs } from './support/portal.ts';

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly string[];
}

/** Where the editor's debugger looks for a source, by `.vscode/launch.json`. */
function editorPath(source: string, root: string): string {
  const { configurations } = JSON.parse(readFileSync(join(root, '.vscode/launch.json'), 'utf8')) as {
    readonly configurations: readonly { readonly sourceMapPathOverrides?: Readonly<Record<string, string>> }[];
  };
  const overrides = configurations.flatMap(({ sourceMapPathOverrides }) =>
    Object.entries(sourceMapPathOverrides ?? {}),
  );
  const [from, to] = overrides.find(([pattern]) => source.startsWith(pattern.replace('*', ''))) ?? ['', ''];
  return source.replace(from.replace('*', ''), to.replace('*', '').replace('${workspaceFolder}', root));
}

test('the debugger of the editor finds the sources of shell, remotes and packages', async ({ page, development }) => {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (/\/assets\/.*\.js$/.test(response.url())) scripts.add(response.url());
  });
  await openAs(page, 'owner@example.com');
  await expect(page.getByRole('switch').first()).toBeVisible();

  const maps = await Promise.all(
    [...scripts].map(async (url) => (await (await page.request.get(`${url}.map`)).json()) as SourceMap),
  );
  const sources = new Map(
    maps.flatMap((map) => map.sources.map((each, at) => [each, map.sourcesContent[at]] as const)),
  );
  for (const file of ['shell/src/boot.ts', 'mfe-hubs/src/pages/settings-page.tsx', 'packages/portal/ui/src/card.tsx']) {
    const path = join(development.sources.root, file);
    const [, content] = [...sources].find(([source]) => editorPath(source, development.sources.root) === path) ?? [];
    expect(content).toBe(readFileSync(path, 'utf8'));
  }
});
