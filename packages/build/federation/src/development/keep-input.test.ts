/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { reload, restoreInput } from './keep-input.ts';

const FORM =
  '<main><input name="first"><input name="first"><input type="password" name="secret"><textarea></textarea>' +
  '<select><option>a</option><option>b</option></select><input type="checkbox" name="on"></main>';

const getControls = () => [...document.querySelectorAll<HTMLInputElement>('main > *')];
const getValues = () => getControls().map(({ value, checked }) => (checked ? 'checked' : value));

/** Types into every control, and lets the page be reloaded: jsdom does not do it. */
function typeAndReload(): void {
  document.body.innerHTML = FORM;
  for (const [index, control] of getControls().entries())
    control.value = control.tagName === 'SELECT' ? 'b' : String(index);
  const box = getControls().at(-1);
  if (box) box.checked = true;
  reload('a test');
  document.body.innerHTML = '';
}

async function show(form: string): Promise<void> {
  document.body.innerHTML = form;
  // Observers are told after the running task.
  await Promise.resolve();
}

beforeEach(() => {
  for (const method of ['error', 'info'] as const) jest.spyOn(console, method).mockImplementation(() => undefined);
  window.history.replaceState(null, '', '/settings');
});

test('what was typed is there again when its form appears, without passwords, and nothing is pressed', async () => {
  typeAndReload();
  restoreInput();
  const events: string[] = [];
  for (const kind of ['input', 'change', 'click'])
    document.addEventListener(kind, ({ target }) =>
      events.push(`${kind} ${target instanceof Element ? target.tagName : ''}`),
    );
  await show('<main><h1>Loading</h1></main>');
  await show(FORM);
  expect(getValues()).toEqual(['0', '1', '', '3', 'b', 'on']);
  expect(events).toEqual(['input INPUT', 'input INPUT', 'input TEXTAREA', 'change SELECT']);
});

test('it is there again when the page is loaded anew twice, the second time before its form', async () => {
  typeAndReload();
  // This page ends before it has its form.
  jest.spyOn(MutationObserver.prototype, 'observe').mockImplementationOnce(() => undefined);
  restoreInput();
  reload('another build');
  restoreInput();
  await show(FORM);
  expect(getValues()).toEqual(['0', '1', '', '3', 'b', 'on']);
});

test('what somebody types after that stays', async () => {
  typeAndReload();
  restoreInput();
  await show(FORM);
  const [first] = getControls();
  if (first) first.value = 'newer';
  document.body.append('more');
  await Promise.resolve();
  expect(getValues()[0]).toBe('newer');
});

test('it is there once, and on the same page alone', async () => {
  typeAndReload();
  window.history.replaceState(null, '', '/account');
  restoreInput();
  await show(FORM);
  expect(getValues()[0]).toBe('');
  window.history.replaceState(null, '', '/settings');
  restoreInput();
  await show('');
  await show(FORM);
  expect(getValues()[0]).toBe('');
});

test('nobody is asked whether to leave', () => {
  typeAndReload();
  const ask = jest.fn();
  window.addEventListener('beforeunload', ask);
  window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(ask).not.toHaveBeenCalled();
});
