import { startPrerenderApi } from '@portal/api/prerender';
import { countryName } from '@portal/contract/country-name';
import type { PreviewData, PreviewFields, PreviewRows, SlotForm } from '@portal/contract/data-preview';
import { codeSlot, COUNT, joinGroups, NONE, OTHER } from '@portal/contract/data-preview';
import type { Language } from '@portal/contract/language';
import { textSlot } from '@portal/contract/markup';
import { formatDate, toDate } from '@portal/contract/dates';
import type { PrerenderCondition, QueryChoice } from '@portal/contract/prerendered';
import { pageCases, subsets } from '@portal/contract/prerendered';
import type { RemoteModule } from '@portal/contract/remote-module';
import type { RenderedCase, RenderedPage } from '@portal/i18n/prerender';
import { cutOut, inEveryLanguage, linkSlots, renderCases, startTexts } from '@portal/i18n/prerender';
import { renderPage } from '@portal/ui/prerender';
import type { ComponentType } from 'react';

type SomeRows = Partial<PreviewFields> & Pick<PreviewRows, 'read' | 'most' | 'groupBy'> & { readonly element: string };

/** A page of a remote that its build prerenders. */
interface DeclaredPage {
  readonly path: string;
  /** Its name in `pages`. */
  readonly page: string;
  readonly query?: QueryChoice;
  readonly conditions?: readonly PrerenderCondition[];
  /**
   * Of a page for users who are signed in: the fields of `GET account/` and of each object of a list, and the element
   * of its row.
   */
  readonly data?: { readonly account: Partial<PreviewFields>; readonly rows?: SomeRows };
  readonly inputs?: Readonly<Record<string, string>>;
}

/** A text that no preview may show: its field is not declared. */
const UNDECLARED = 'not declared for the preview';
const DAY = '2011-02-03';
const COUNTRY = 'aq';
const SAMPLES: Readonly<Record<SlotForm, (field: string) => string>> = {
  text: textSlot,
  optional: textSlot,
  day: () => DAY,
  country: () => COUNTRY,
};

type Values = Readonly<Record<string, string>>;

function withDefaults({ choices = {}, slots = {}, required = [] }: Partial<PreviewFields>): PreviewFields {
  return { choices, slots, required };
}

/** Every combination of the values of the fields. */
function combinations(choices: PreviewFields['choices']): readonly Values[] {
  return Object.entries(choices).reduce<readonly Values[]>(
    (all, [field, values]) => all.flatMap((each) => values.map((value) => ({ ...each, [field]: value }))),
    [{}],
  );
}

/** An object on the wire with these values. */
function sampleObject({ slots, required }: PreviewFields, choices: Values): Record<string, unknown> {
  const chosen = Object.entries(choices).flatMap(([field, value]): readonly (readonly [string, unknown])[] => {
    if (value === 'true' || value === 'false') return [[field, value === 'true']];
    if (value === NONE) return [[field, null]];
    if (value !== OTHER) return [[field, value]];
    return field in slots ? [] : [[field, UNDECLARED]];
  });
  return Object.fromEntries([
    ...required.map((field) => [field, UNDECLARED] as const),
    ...Object.entries(slots).map(([field, form]) => [field, SAMPLES[form](field)] as const),
    ...chosen,
  ]);
}

/** The page with slots in place of the samples that only the running page can write. */
function withSlots(html: string, { slots }: PreviewFields, language: Language): string {
  let text = html;
  for (const [field, form] of Object.entries(slots)) {
    if (form === 'day') text = text.replaceAll(formatDate(toDate(DAY)), textSlot(field));
    if (form !== 'country') continue;
    text = text
      .replaceAll(countryName(COUNTRY, language), textSlot(field))
      .replaceAll(`value="${COUNTRY}"`, `value="${textSlot(codeSlot(field))}"`);
  }
  return text;
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

/** Lists of every length, with every set of values of the field that they are grouped by. */
function sampleLists({ most, groupBy, choices }: PreviewRows): readonly (readonly Values[])[] {
  const [any = {}] = combinations(choices);
  const sets = subsets(choices[groupBy] ?? []);
  return Array.from({ length: most + 1 }, (_, count) => count).flatMap((count) =>
    sets
      .filter(({ length }) => length <= count && (length > 0 || count === 0))
      .map((set) => Array.from({ length: count }, (_, row) => ({ ...any, [groupBy]: set[row] ?? set[0] ?? '' }))),
  );
}

/** Renders the page of an account and a list in the current language. */
type Render = (user: Values, list: readonly Values[]) => Promise<string>;

function renderWithData({ account, rows }: PreviewData, language: Language, render: () => string): Render {
  return async (user, list) => {
    const answers = rows ? { [rows.read]: list.map((each) => sampleObject(rows, each)) } : {};
    await startPrerenderApi({ 'account/': { ...ACCOUNT, ...sampleObject(account, user) }, ...answers });
    const html = withSlots(withSlots(render(), account, language), rows ?? withDefaults({}), language);
    if (html.includes(UNDECLARED)) throw new Error('A preview shows a field that is not declared');
    return html;
  };
}

/** The page in all cases of an account and a list, and its row in all of its own. */
async function renderData({ account, rows }: PreviewData, element: string, given: Values, render: Render) {
  const users = combinations(account.choices);
  const cases: RenderedCase[] = [];
  const items: RenderedCase[] = [];
  for (const user of users)
    for (const list of rows ? sampleLists(rows) : [[]]) {
      const groups = rows && {
        [COUNT]: String(list.length),
        [rows.groupBy]: joinGroups(list.map((each) => each[rows.groupBy])),
      };
      const html = await render(user, list);
      cases.push({ choices: { ...given, ...user, ...groups }, html: rows ? cutOut(html, element, 'rows').html : html });
    }
  const [user = {}] = users;
  for (const choices of rows ? combinations(rows.choices) : [])
    items.push({ choices: { ...given, ...choices }, html: cutOut(await render(user, [choices]), element, 'rows').cut });
  return { cases, items };
}

const featuresIn = (activeConditions: readonly string[]) =>
  Object.fromEntries(
    activeConditions
      .filter((condition) => condition.startsWith('feature:'))
      .map((condition) => [condition.slice(8), true]),
  );

async function renderPreview({ path, data, conditions = [], inputs = {} }: DeclaredPage, Page: ComponentType) {
  const account = withDefaults(data?.account ?? {});
  const { element = '', ...some } = data?.rows ?? {};
  const rows = data?.rows && {
    read: data.rows.read,
    most: data.rows.most,
    groupBy: data.rows.groupBy,
    ...withDefaults(some),
  };
  const facts = { paths: [path], conditions: [...conditions], inputs, data: { account, ...(rows && { rows }) } };
  const all = await inEveryLanguage(async (language) => {
    const cases: RenderedCase[] = [];
    const items: RenderedCase[] = [];
    for (const { activeConditions, choices } of pageCases(facts)) {
      const render = () => renderPage(path, Page, linkSlots(activeConditions), featuresIn(activeConditions));
      const rendered = await renderData(facts.data, element, choices, renderWithData(facts.data, language, render));
      cases.push(...rendered.cases);
      items.push(...rendered.items);
    }
    return { cases, items };
  });
  const pick = <Key extends 'cases' | 'items'>(key: Key) => ({
    en: all.en[key],
    de: all.de[key],
    fr: all.fr[key],
    nl: all.nl[key],
  });
  return { ...facts, cases: pick('cases'), items: pick('items') };
}

/** Renders pages of a remote, for its build. */
export async function prerenderPages(
  { name, pages, loadMessages }: RemoteModule,
  declared: readonly DeclaredPage[],
): Promise<readonly RenderedPage[]> {
  await startTexts({ [name]: loadMessages });
  const rendered: RenderedPage[] = [];
  for (const each of declared) {
    const { path, page, query, conditions = [] } = each;
    const load = pages[page];
    if (!load) throw new Error(`${name} has no page "${page}"`);
    const { Page } = await load();
    const facts = { paths: [path], conditions: [...conditions], ...(query && { query }) };
    rendered.push(
      each.data
        ? await renderPreview(each, Page)
        : await renderCases(facts, ({ search, activeConditions }) => ({
            html: renderPage(`${path}${search}`, Page, linkSlots(activeConditions), {}),
          })),
    );
  }
  return rendered;
}
