import type { KeyboardEventHandler, ReactNode } from 'react';
import { Icon } from './icon.tsx';

/*
 * In a box narrower than 46 rem the rows become cards. In some browsers, table elements lose their roles with `display: grid`, so
 * each element has an explicit role.
 */

interface ColumnSort {
  /** How the rows are sorted by this column; undefined if they are not. */
  readonly direction: 'ascending' | 'descending' | undefined;
  /** Name of the button: "Sort by: Serial number". */
  readonly label: string;
  readonly onSort: () => void;
}

export interface Column {
  readonly name: string;
  /** The name is only for screen readers (a column of buttons). */
  readonly hidden?: boolean;
  /** Makes the header a button that sorts. Cards have no headers, so also offer sorting in another way. */
  readonly sort?: ColumnSort | undefined;
}

interface TableProps {
  /** The table's name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** Row groups; see `RowGroup`. */
  readonly children: ReactNode;
}

export function Table({ label, columns, children }: TableProps) {
  return (
    <div className="card card--flush table-box">
      <table className="table" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <ColumnHeader key={column.name} {...column} />
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

function ColumnHeader({ name, hidden, sort }: Column) {
  if (!sort) {
    return (
      <th scope="col" role="columnheader">
        {hidden ? <span className="visually-hidden">{name}</span> : name}
      </th>
    );
  }
  return (
    // Screen readers read the column's name with each cell, so it must not contain the name of the button.
    <th className="table__sortable" scope="col" role="columnheader" aria-label={name} aria-sort={sort.direction}>
      {name}
      <button className="table__sort" type="button" aria-label={sort.label} onClick={sort.onSort}>
        <Icon name={sort.direction ?? 'unsorted'} small />
      </button>
    </th>
  );
}

interface RowGroupProps {
  readonly className?: string;
  readonly 'data-role'?: string;
  readonly 'data-state'?: string | undefined;
  readonly onKeyDown?: KeyboardEventHandler;
  readonly children: ReactNode;
}

/** One item of the list: its row, and rows that open below it. */
export function RowGroup({ children, ...rest }: RowGroupProps) {
  return (
    <tbody {...rest} role="rowgroup">
      {children}
    </tbody>
  );
}

export function Row({ children }: { readonly children: ReactNode }) {
  return <tr role="row">{children}</tr>;
}

/** The cell that names its row. */
export function RowHeader({ children }: { readonly children: ReactNode }) {
  return (
    <th scope="row" role="rowheader">
      {children}
    </th>
  );
}

interface CellProps {
  /** The column's name, shown above the value when the row is a card. */
  readonly label?: string;
  readonly className?: string;
  readonly colSpan?: number;
  readonly children: ReactNode;
}

export function Cell({ label, children, ...rest }: CellProps) {
  return (
    <td {...rest} role="cell" data-label={label}>
      {children}
    </td>
  );
}
