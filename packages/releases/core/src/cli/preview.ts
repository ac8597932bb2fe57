import { httpsAddress, readTable } from '@portal/node-kit/setting-table';
import { minute } from '../format/format-values.ts';
import { UsageError } from '../service-api/exit-codes.ts';
import type { Call, CommandOutput } from './command.ts';
import { checkKnown } from './command.ts';
import { lines } from './format.ts';

/** The portal whose pages an address of a preview opens. */
export const PORTAL_URL = httpsAddress(
  "the portal's address, for previews, unless `--portal` gives one",
  'https://portal.example.com',
  { description: 'none: only a path', read: () => '' },
);

/** What belongs to a canary, which customers get. */
const OF_A_CANARY = ['plan', 'urgent', 'expect'] as const;

/** @throws {SettingError} naming the option or the variable. */
function readPortal({ text }: Call): string {
  const given = text('portal');
  return given === undefined
    ? readTable({ PORTAL_URL }, process.env).PORTAL_URL
    : PORTAL_URL.read(given, '--portal', process.env);
}

/**
 * Signs an address that shows versions to whoever opens it. `others`: the further words. @throws {UsageError} for what
 * belongs to a canary.
 */
export async function preview(
  call: Call,
  versions: Readonly<Record<string, string>>,
  others: readonly string[],
): Promise<CommandOutput> {
  const options = OF_A_CANARY.filter((option) => call.flag(option) || call.text(option) !== undefined);
  const [odd] = [...others, ...options.map((option) => `--${option}`)];
  if (odd !== undefined)
    throw new UsageError(`Leave out ${odd}: --preview shows versions to nobody but who opens its address.`);
  const portal = readPortal(call);
  await checkKnown(call.store, Object.keys(versions));
  const signed = await call.writer.preview({ versions, ...(call.flag('anyway') && { anyway: true }) });
  const query = `?preview=${signed.token}`;
  const address = portal === '' ? `/${query}` : new URL(query, portal).href;
  const named = Object.entries(versions).map((each) => each.join(' '));
  return {
    text: lines(
      address,
      `Whoever opens it gets ${named.join(' and ')} until ${minute(signed.until)}; nobody else does.`,
      portal === '' ? 'Put the address of the portal before it, or name that: --portal URL, or PORTAL_URL.' : undefined,
    ),
    json: { preview: { address, ...signed } },
  };
}
