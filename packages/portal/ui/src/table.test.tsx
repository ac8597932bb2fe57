/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
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
