import { accessTokenIn } from '@portal/contract/cookies';

/*
 * The one script of the floor: reads what the shell's early reads read, and shows it as `mfe-hubs` does.
 */

interface Hub {
  readonly serial: string;
  readonly activationTime: number;
  readonly type: string;
  readonly role: 'owner' | 'guest';
  readonly sharingMode: 'public' | 'off';
}
interface Answer<Data> {
  readonly data: Data;
}

const SVG = 'http://www.w3.org/2000/svg';
const ICONS: Readonly<Record<string, string>> = {
  HUB: 'M10 4h4a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3h-4a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3M10.25 8h3.5M2.5 12H7M17 12h4.5',
  CUI100: 'M7.5 2.75h9v14h-9zM11 13.75h2M4.75 12.5v5a3.25 3.25 0 0 0 3.25 3.25h8a3.25 3.25 0 0 0 3.25-3.25v-5',
  REARLIGHT: 'M7.5 5h4.25A4.25 4.25 0 0 1 16 9.25v5.5A4.25 4.25 0 0 1 11.75 19H7.5zM4.25 9v6M11.75 9.5v5',
};
const TYPES: Readonly<Record<string, string>> = { HUB: 'Hub', CUI100: 'Smartphone hub', REARLIGHT: 'Rear light' };
const ROLES = {
  owner: { text: 'Owner', act: 'Release', icon: 'm11.25 12.75 8.5-8.5M16 8l2.75 2.75M13.25 10.75l1.75 1.75' },
  guest: { text: 'Guest', act: 'Ask for release', icon: 'M2.75 19.5c.5-3.6 2.9-5.5 6.25-5.5s5.75 1.9 6.25 5.5' },
};
const COLUMNS = ['Serial number', 'Added on', 'Type', 'Your role', 'Sharing', ''];

type Attributes = Readonly<Record<string, string>>;

function create(tag: string, attributes: Attributes = {}, ...content: readonly (Node | string)[]): Element {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

function createIcon(shape = ''): Element {
  const icon = document.createElementNS(SVG, 'svg');
  const path = document.createElementNS(SVG, 'path');
  for (const [name, value] of [
    ['class', 'icon'],
    ['viewBox', '0 0 24 24'],
    ['aria-hidden', 'true'],
  ] as const)
    icon.setAttribute(name, value);
  path.setAttribute('d', shape);
  icon.append(path);
  return icon;
}

const createButton = (label: string, text: string) =>
  create('button', { 'aria-label': label, type: 'button', class: 'button button--quiet' }, create('span', {}, text));

const createCell = (label: string, ...content: readonly (Node | string)[]) =>
  create('td', { role: 'cell', 'data-label': label }, ...content);

function createSharing({ serial, role, sharingMode }: Hub): Element {
  const text = sharingMode === 'public' ? 'On' : 'Off';
  if (role === 'guest') return create('span', { class: 'soft' }, text);
  const checked: Attributes = sharingMode === 'public' ? { checked: '' } : {};
  const input = create('input', {
    type: 'checkbox',
    role: 'switch',
    'aria-label': `Share hub ${serial}`,
    ...checked,
  });
  return create(
    'label',
    { class: 'switch' },
    input,
    create('span', { class: 'switch__state', 'aria-hidden': 'true' }, text),
  );
}

function createRow(hub: Hub): Element {
  const { serial, activationTime, type, role } = hub;
  const { text, act, icon } = ROLES[role];
  const opens = createButton(`${act} ${serial}`, act);
  const details = createButton(`Details of hub ${serial}`, 'Details');
  const stop = create('span', { class: 'hub__stop' }, createIcon(ICONS[type]));
  const name = create('div', { class: 'hub__name' }, create('span', { class: 'hub__id' }, stop, serial));
  const row = create(
    'tbody',
    { class: 'hub', 'data-role': role, role: 'rowgroup' },
    create(
      'tr',
      { role: 'row' },
      create('th', { scope: 'row', role: 'rowheader' }, name),
      createCell('Added on', new Date(activationTime).toLocaleDateString('en', { dateStyle: 'medium' })),
      createCell('Type', TYPES[type] ?? 'Other device'),
      createCell('Your role', create('span', { class: 'role' }, createIcon(icon), text)),
      createCell('Sharing', createSharing(hub)),
      create('td', { class: 'end', role: 'cell' }, create('div', { class: 'hub__action' }, details, opens)),
    ),
  );
  opens.addEventListener('click', () => row.setAttribute('data-state', 'confirming'));
  return row;
}

function show({ firstname }: { readonly firstname: string }, hubs: readonly Hub[]): void {
  const head = create('tr', { role: 'row' }, ...COLUMNS.map((name) => create('th', { scope: 'col' }, name)));
  const rows = hubs.toSorted((a, b) => b.activationTime - a.activationTime).map(createRow);
  const table = create('table', { class: 'table', 'aria-label': 'Your hubs' }, create('thead', {}, head), ...rows);
  document
    .querySelector('main')
    ?.replaceChildren(
      create('div', { class: 'page-head' }, create('div', { class: 'page' }, create('h1', {}, `Hello, ${firstname}`))),
      create('div', { class: 'page page-body' }, create('div', { class: 'card card--flush table-box' }, table)),
    );
}

const apiBaseUrl = document.currentScript?.dataset['api'] ?? '';
const headers = { accept: 'application/json', authorization: `Bearer ${accessTokenIn(document.cookie) ?? ''}` };

async function read<Data>(path: string): Promise<Data> {
  // Nothing that the API sends may be kept, so the browser need not be told to ask; then it remembers the preflight.
  const answer = await fetch(apiBaseUrl + path, { headers, redirect: 'error', credentials: 'omit' });
  // Not validated: what the line needs at least is measured.
  const { data } = (await answer.json()) as Answer<Data>;
  return data;
}

const parsed = new Promise((resolve) => {
  document.addEventListener('DOMContentLoaded', resolve);
});
const [user, hubs] = [read<{ readonly firstname: string }>('account/'), read<readonly Hub[]>('hubs')];
void Promise.all([user, hubs, parsed]).then(([who, which]) => show(who, which));
