import type { ArtifactManifest } from '@portal/contract/artifact';
import { isOn } from '@portal/contract/config';
import type { PortalConfig } from '@portal/contract/config';
import type { CarriedFirstScreen, FirstScreenCondition } from '@portal/contract/first-screen';
import { FIRST_SCREENS_FILE, parseFirstScreens } from '@portal/contract/first-screen';
import { fillPainted } from '@portal/contract/painted-page';
import type { OwnedRoute } from '../releases/live-parts.ts';
import type { PaintedParts } from './painted-document.ts';
import { paintedReader } from './read-painted.ts';
import type { Visitor } from './visitor.ts';

const read = paintedReader(parseFirstScreens);

/** The first screen that a page carries for its user. */
export interface ServedFirstScreen {
  /** Pages with the same `key` carry the same one for the same visitor. */
  readonly key: string;
  /** Made when the page is not in memory. */
  readonly carried: () => CarriedFirstScreen;
}

function firstScreensFile({ files }: ArtifactManifest): string | undefined {
  return Object.keys(files).find((file) => file.startsWith(`${FIRST_SCREENS_FILE}.`) && file.endsWith('.json'));
}

/** The configured links for the placeholders in texts of JSON. */
function linkTexts({ links }: PortalConfig): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(links).map(([name, address]) => [`link.${name}`, JSON.stringify(address ?? '').slice(1, -1)]),
  );
}

function holds(condition: FirstScreenCondition, { features, links }: PortalConfig): boolean {
  const name = condition.slice(condition.indexOf(':') + 1);
  if (condition.startsWith('feature:')) return isOn(features, name);
  return Object.entries(links).some(([configured, to]) => configured === name && to !== undefined);
}

/** The first screen of a page for users who are signed in; undefined if its part has painted none. */
export async function findFirstScreen(
  { assets, config }: PaintedParts,
  { manifest, route }: OwnedRoute,
  { signedIn, isAmbiguous, language }: Visitor,
): Promise<ServedFirstScreen | undefined> {
  const file = firstScreensFile(manifest);
  if (file === undefined || route.access === 'open' || !signedIn || isAmbiguous) return undefined;
  const found = await read(assets, manifest, file);
  const screen = found?.screens.find(({ path }) => path === route.path);
  if (!screen) return undefined;
  const name = screen.conditions.filter((condition) => holds(condition, config)).join(' ');
  const markup = Object.hasOwn(screen.variants, name) ? screen.variants[name]?.[language] : undefined;
  if (!markup) return undefined;
  const { path, account, rows } = screen;
  return {
    key: `${file} ${name}`,
    carried() {
      // oxlint-disable-next-line no-unsafe-assignment -- the same object, with other texts in it
      const filled: typeof markup = JSON.parse(fillPainted(JSON.stringify(markup), linkTexts(config)));
      return { path, account, rows, ...filled };
    },
  };
}
