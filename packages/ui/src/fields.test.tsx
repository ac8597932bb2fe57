/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { SearchField, SelectField } from './fields.tsx';

function Search() {
  const [value, setValue] = useState('');
  return <SearchField label="Find a hub" placeholder="Serial number or type" value={value} onChange={setValue} />;
}

test('a search field has a label, and Escape clears it', async () => {
  render(<Search />);
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Find a hub' });
  await userEvent.type(field, '0012');
  expect(field.value).toBe('0012');
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 });
  expect(field.value).toBe('0012');
  await userEvent.keyboard('{Escape}');
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(field);
});

test('a select field reports the choice', async () => {
  const onChange = jest.fn();
  const options = [
    { value: 'a', text: 'First' },
    { value: 'b', text: 'Second' },
  ];
  render(<SelectField label="Sort by" options={options} value="a" onChange={onChange} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Second');
  expect(onChange).toHaveBeenCalledWith('b');
});
