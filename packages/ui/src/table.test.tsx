/** @jest-environment jsdom */
import { expect, jest, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Cell, Row, RowGroup, RowHeader, Table } from './table.tsx';

test('rows keep their roles, and each cell carries its column’s name for the card layout', () => {
  render(
    <Table label="Your hubs" columns={[{ name: 'Serial number' }, { name: 'Type' }, { name: 'Release', hidden: true }]}>
      <RowGroup>
        <Row>
          <RowHeader>0012</RowHeader>
          <Cell label="Type">Hub</Cell>
          <Cell>–</Cell>
        </Row>
      </RowGroup>
    </Table>,
  );
  const table = screen.getByRole('table', { name: 'Your hubs' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent),
  ).toEqual(['Serial number', 'Type', 'Release']);
  expect(screen.getByRole('rowheader', { name: '0012' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Hub' }).dataset['label']).toBe('Type');
  for (const element of table.querySelectorAll('thead, tbody, tr, th, td'))
    expect(element.getAttribute('role')).not.toBeNull();
});

test('a sortable column has a button in its header, and announces how it is sorted', async () => {
  const onSort = jest.fn();
  const columns = [
    { name: 'Serial number', sort: { direction: 'descending', label: 'Sort by: Serial number', onSort } as const },
    { name: 'Type', sort: { direction: undefined, label: 'Sort by: Type', onSort } },
  ];
  render(
    <Table label="Your hubs" columns={columns}>
      {null}
    </Table>,
  );
  expect(screen.getByRole('columnheader', { name: 'Serial number' }).getAttribute('aria-sort')).toBe('descending');
  expect(screen.getByRole('columnheader', { name: 'Type' }).getAttribute('aria-sort')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Sort by: Type' }));
  expect(onSort).toHaveBeenCalledTimes(1);
});
