import type { ReactNode } from 'react';

/*
 * Below 46 rem of their box the rows become cards. `display: grid` drops the roles of table elements in some browsers, so
 * each role stands there explicitly.
 */

export interface Column {
  readonly name: string;
  /** The name is read, not shown (a column of buttons). */
  readonly hidden?: boolean;
}

export interface TableProps {
  /** The table's name for screen readers. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** Row groups: see `RowGroup`. */
  readonly children: ReactNode;
}

export function Table({ label, columns, children }: TableProps) {
  return (
    <div className="card card--flush table-box">
      <table className="table" role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ name, hidden }) => (
              <th key={name} scope="col" role="columnheader">
                {hidden ? <span className="visually-hidden">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

export interface RowGroupProps {
  readonly className?: string;
  readonly 'data-role'?: string;
  readonly 'data-state'?: string;
  readonly children: ReactNode;
}

/** One thing of the list: its row, and whatever opens below that row. */
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

export interface CellProps {
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
