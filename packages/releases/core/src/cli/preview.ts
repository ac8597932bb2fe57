import { httpsAddress, readTable } from '@portal/node-kit/setting-table';
import { minute } from '../format/format-values.ts';
import type { Override } from '../release-log/preview-token.ts';
import { describePreview, readOverrideOrigin } from '../release-log/preview-token.ts';
import { UsageError } from '../service-api/exit-codes.ts';
import type { Call, CommandOutput } from './command.ts';
import { checkKnown, readName, readVersions } from './command.ts';
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

/** The part that comes from the origin of `--override`. @throws {UsageError} unless one part is named. */
function readOverride({ text, words }: Call): Override | undefined {
  const given = text('override');
  if (given === undefined) return undefined;
  const origin = readOverrideOrigin(given);
  if (origin === undefined)
    throw new UsageError(
      `--override ${given} is no origin such as "http://localhost:4000" (http only for this machine, not [::1]).`,
    );
  const [word = '', ...more] = words;
  if (more.length > 0) throw new UsageError('With --override, name one PART, or one PART@VERSION.');
  return { part: readName(word.replace(/@.*$/, ''), 'canary'), origin };
}

/**
 * Signs an address that shows versions, or a part from a development server, to whoever opens it. @throws {UsageError}
 * for what belongs to a canary.
 */
export async function preview(call: Call): Promise<CommandOutput> {
  const override = readOverride(call);
  const named = call.words.filter((word) => word.includes('@'));
  const others = call.words.filter((word) => !named.includes(word) && word !== override?.part);
  const versions = override && named.length === 0 ? {} : readVersions(named);
  const options = OF_A_CANARY.filter((option) => call.flag(option) || call.text(option) !== undefined);
  const [odd] = [...others, ...options.map((option) => `--${option}`)];
  if (odd !== undefined)
    throw new UsageError(`Leave out ${odd}: --preview shows versions to nobody but who opens its address.`);
  const portal = readPortal(call);
  await checkKnown(call.store, [...Object.keys(versions), ...(override ? [override.part] : [])]);
  const signed = await call.writer.preview({
    versions,
    ...(override && { override }),
    ...(call.flag('anyway') && { anyway: true }),
  });
  const query = `?preview=${signed.token}`;
  const address = portal === '' ? `/${query}` : new URL(query, portal).href;
  return {
    text: lines(
      address,
      `Whoever opens it gets ${describePreview(signed).join(' and ')} until ${minute(signed.until)}; nobody else does.`,
      portal === '' ? 'Put the address of the portal before it, or name that: --portal URL, or PORTAL_URL.' : undefined,
      override && `A portal takes it if OVERRIDE_ORIGINS of its web servers names ${override.origin}.`,
    ),
    json: { preview: { address, ...signed } },
  };
}
