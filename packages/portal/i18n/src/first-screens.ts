import type { HoleForm, ShownFields, ShownRows } from '@portal/contract/expand-markup';
import { codeOf, COUNT, hole, NONE, OTHER, togetherOf } from '@portal/contract/expand-markup';
import { countryName } from '@portal/contract/country-name';
import type { FirstScreenCondition } from '@portal/contract/first-screen';
import type { Language } from '@portal/contract/language';
import { LANGUAGES } from '@portal/contract/language';
import { formatDate, toDate } from '@portal/contract/moment';
import type { RemoteModule } from '@portal/contract/remote-module';
import type { ComponentType } from 'react';
import { addMessages, startI18n } from './i18n.ts';
import type { PaintPage } from './paint.ts';
import { inEveryLanguage } from './paint.ts';

/** A page for users who are signed in, and what of the API's answers its first screen shows. */
interface DeclaredScreen {
  readonly path: string;
  /** Its name in `pages`. */
  readonly page: string;
  readonly conditions?: readonly FirstScreenCondition[];
  /** Fields of `GET account/`. */
  readonly account: Partial<ShownFields>;
  /** Fields of each object of a list, and the element of its row. */
  readonly rows?: Partial<ShownFields> & Pick<ShownRows, 'read' | 'most' | 'together'> & { readonly element: string };
  /** The fields of the account that a form writes into its inputs when it runs, by the inputs' names. */
  readonly inputs?: Readonly<Record<string, string>>;
}

/** The page in one case. */
interface PaintedCase {
  readonly choices: Readonly<Record<string, string>>;
  readonly html: string;
}

/** A first screen as its part paints it; the build merges the cases. */
interface PaintedScreen {
  readonly path: string;
  readonly row?: string | undefined;
  readonly inputs: Readonly<Record<string, string>>;
  readonly conditions: readonly FirstScreenCondition[];
  readonly account: ShownFields;
  readonly rows?: ShownRows | undefined;
  readonly variants: Readonly<
    Record<
      string,
      Record<Language, { readonly screens: readonly PaintedCase[]; readonly rows: readonly PaintedCase[] }>
    >
  >;
}

/** How pages are painted with answers: `paintPage` of `@portal/ui/paint`, `startPaintingApi` of `@portal/api/paint`. */
interface ScreenPainter {
  readonly paintPage: PaintPage;
  readonly startApi: (data: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** A text that no first screen may show: its field is not declared. */
const UNDECLARED = 'not declared for the first screen';
const DAY = '2011-02-03';
const COUNTRY = 'aq';
const SAMPLES: Readonly<Record<HoleForm, (field: string) => string>> = {
  text: hole,
  optional: hole,
  day: () => DAY,
  country: () => COUNTRY,
};

function fieldsOf({ choices = {}, holes = {}, needs = [] }: Partial<ShownFields>): ShownFields {
  return { choices, holes, needs };
}

/** Every combination of the values of the fields. */
function combinations(choices: ShownFields['choices']): readonly Readonly<Record<string, string>>[] {
  return Object.entries(choices).reduce<readonly Readonly<Record<string, string>>[]>(
    (all, [field, values]) => all.flatMap((each) => values.map((value) => ({ ...each, [field]: value }))),
    [{}],
  );
}

/** An object on the wire with these values. */
function sampleOf({ holes, needs }: ShownFields, choices: Readonly<Record<string, string>>): Record<string, unknown> {
  const chosen = Object.entries(choices).flatMap(([field, value]): readonly (readonly [string, unknown])[] => {
    if (value === 'true' || value === 'false') return [[field, value === 'true']];
    if (value === NONE) return [[field, null]];
    if (value !== OTHER) return [[field, value]];
    return field in holes ? [] : [[field, UNDECLARED]];
  });
  return Object.fromEntries([
    ...needs.map((field) => [field, UNDECLARED] as const),
    ...Object.entries(holes).map(([field, form]) => [field, SAMPLES[form](field)] as const),
    ...chosen,
  ]);
}

/** The page with holes in place of the samples that only the running page can write. */
function withHoles(html: string, { holes }: ShownFields, language: Language): string {
  let text = html;
  for (const [field, form] of Object.entries(holes)) {
    if (form === 'day') text = text.replaceAll(formatDate(toDate(DAY)), hole(field));
    if (form !== 'country') continue;
    text = text
      .replaceAll(countryName(COUNTRY, language), hole(field))
      .replaceAll(`value="${COUNTRY}"`, `value="${hole(codeOf(field))}"`);
  }
  return text;
}

function subsets<Item>([first, ...others]: readonly Item[]): readonly (readonly Item[])[] {
  if (first === undefined) return [[]];
  return subsets(others).flatMap((subset) => [subset, [first, ...subset]]);
}

const ACCOUNT = {
  firstname: UNDECLARED,
  lastname: UNDECLARED,
  email: UNDECLARED,
  roles: [],
  isBosch: true,
  language: null,
  country: null,
  lastSeen: null,
};

/** Lists of every length, with every set of values of the field that counts together. */
function listsOf({ most, together, ...fields }: ShownRows): readonly (readonly Readonly<Record<string, string>>[])[] {
  const [any = {}] = combinations(fields.choices);
  const sets = subsets(fields.choices[together] ?? []);
  return Array.from({ length: most + 1 }, (_, count) => count).flatMap((count) =>
    sets
      .filter(({ length }) => length <= count && (length > 0 || count === 0))
      .map((set) => Array.from({ length: count }, (_, row) => ({ ...any, [together]: set[row] ?? set[0] ?? '' }))),
  );
}

/** Paints one page in all cases of the current language. */
async function paintCases(
  declared: DeclaredScreen,
  { account, rows }: Pick<PaintedScreen, 'account' | 'rows'>,
  language: Language,
  render: () => string,
  startApi: ScreenPainter['startApi'],
) {
  async function paintOne(
    user: Readonly<Record<string, string>>,
    list: readonly Readonly<Record<string, string>>[],
  ): Promise<string> {
    const answers = rows ? { [rows.read]: list.map((each) => sampleOf(rows, each)) } : {};
    await startApi({ 'account/': { ...ACCOUNT, ...sampleOf(account, user) }, ...answers });
    const html = withHoles(withHoles(render(), account, language), rows ?? fieldsOf({}), language);
    if (html.includes(UNDECLARED))
      throw new Error(`The first screen of ${declared.path} shows a field that is not declared`);
    return html;
  }
  const users = combinations(account.choices);
  const screens: PaintedCase[] = [];
  const painted: PaintedCase[] = [];
  for (const user of users) {
    if (!rows) screens.push({ choices: user, html: await paintOne(user, []) });
    for (const list of rows ? listsOf(rows) : []) {
      const together = togetherOf(list.map((each) => each[rows?.together ?? '']));
      const choices = { ...user, [COUNT]: String(list.length), [rows?.together ?? '']: together };
      screens.push({ choices, html: await paintOne(user, list) });
    }
  }
  const [user = {}] = users;
  for (const choices of rows ? combinations(rows.choices) : [])
    painted.push({ choices, html: await paintOne(user, [choices]) });
  return { screens, rows: painted };
}

/** Paints what pages of a remote for users who are signed in begin with, in all cases. */
export async function paintRemoteScreens(
  { name, pages, loadMessages }: RemoteModule,
  all: readonly DeclaredScreen[],
  { paintPage, startApi }: ScreenPainter,
): Promise<readonly PaintedScreen[]> {
  await startI18n({ language: 'en', messages: {} });
  for (const language of LANGUAGES) addMessages(name, language, await loadMessages(language));
  const screens: PaintedScreen[] = [];
  for (const declared of all) {
    const { path, page, conditions = [], inputs = {}, rows: declaredRows } = declared;
    const load = pages[page];
    if (!load) throw new Error(`${name} has no page "${page}"`);
    const { Page }: { Page: ComponentType } = await load();
    const account = fieldsOf(declared.account);
    const rows = declaredRows && {
      ...fieldsOf(declaredRows),
      read: declaredRows.read,
      most: declaredRows.most,
      together: declaredRows.together,
    };
    const variants: Record<string, PaintedScreen['variants'][string]> = {};
    for (const holding of subsets(conditions))
      variants[holding.join(' ')] = await inEveryLanguage((language) =>
        paintCases(declared, { account, rows }, language, () => paintPage(path, Page, holding), startApi),
      );
    screens.push({ path, row: declaredRows?.element, inputs, conditions, account, rows, variants });
  }
  return screens;
}
