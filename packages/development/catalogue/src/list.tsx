import { LANGUAGES, parseLanguage } from '@portal/contract/language';
import { parseTheme, THEMES } from '@portal/contract/theme';
import { Fragment, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { readView, WIDTHS, writeView } from './address.ts';
import type { View } from './address.ts';
import { listModules } from './parts.ts';
import type { Parts } from './parts.ts';

/** Names of states by their module. */
type Names = ReadonlyMap<string, readonly string[]>;

interface ChoiceProps {
  readonly label: string;
  readonly values: readonly (string | number)[];
  readonly value: string | number;
  readonly onChoose: (value: string) => void;
}

function Choice({ label, values, value, onChoose }: ChoiceProps) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {values.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}

function List({ names, view }: { readonly names: Names; readonly view: View }) {
  return (
    <nav className="catalogue__list" aria-label="States">
      {[...names].map(([module, states]) => (
        <Fragment key={module}>
          <h2>{module}</h2>
          <ul>
            {states.map((name) => {
              const state = `${module}/${name}`;
              return (
                <li key={name}>
                  <a href={writeView({ ...view, state })} aria-current={state === view.state ? 'page' : undefined}>
                    {name}
                  </a>
                </li>
              );
            })}
          </ul>
        </Fragment>
      ))}
    </nav>
  );
}

function Catalogue({ names }: { readonly names: Names }) {
  const [view, setView] = useState(() => readView(location.search));
  const change = (changes: Partial<View>) => {
    const changed = { ...view, ...changes };
    history.replaceState(null, '', writeView(changed));
    setView(changed);
  };
  const frame = `/state.html${writeView(view)}`;
  return (
    <div className="catalogue">
      <List names={names} view={view} />
      <main>
        <p className="catalogue__tools">
          <Choice
            label="Theme"
            values={THEMES}
            value={view.theme}
            onChoose={(value) => change({ theme: parseTheme(value) })}
          />
          <Choice
            label="Language"
            values={LANGUAGES}
            value={view.language}
            onChoose={(value) => change({ language: parseLanguage(value) ?? view.language })}
          />
          <Choice
            label="Width"
            values={WIDTHS}
            value={view.width}
            onChoose={(value) => change({ width: Number(value) })}
          />
          {view.state !== '' && <a href={frame}>Without this frame</a>}
        </p>
        {view.state !== '' && (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- it shows a page of the catalogue, which needs storage
          <iframe key={frame} src={frame} width={view.width} title={view.state} />
        )}
      </main>
    </div>
  );
}

/** Shows the list of all states, and the chosen one in a frame of the chosen width. */
export async function showList(root: HTMLElement, parts: Parts): Promise<void> {
  const modules = [...listModules(parts)].map(
    async ([name, load]) => [name, Object.keys((await load()).states)] as const,
  );
  const names = new Map(await Promise.all(modules));
  document.title = 'Catalogue';
  createRoot(root).render(<Catalogue names={names} />);
}
