import { Bar, BarLines } from './bar.tsx';

const ROWS = ['first', 'second', 'third'];
const UNNAMED = ['', '', '', '', ''];

export interface TableSkeletonProps {
  /** Names of the five columns before the last one, which holds buttons, where they are known already. */
  readonly columns?: readonly string[];
}

/** Three rows of a table that is on its way; hidden from screen readers, so say "Loading…" beside it. */
export function TableSkeleton({ columns = UNNAMED }: TableSkeletonProps) {
  return (
    <div className="card card--flush table-box" aria-hidden="true">
      <table className="table">
        <thead>
          <tr>
            {columns.map((name, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns of a drawing never move
              <th key={index}>{name === '' ? <BarLines looks={['xs']} /> : name}</th>
            ))}
            <th>{'\u00a0'}</th>
          </tr>
        </thead>
        {ROWS.map((row) => (
          <tbody key={row}>
            <tr>
              <th scope="row">
                <span className="hub__id">
                  <Bar look="round" />
                  <Bar look="m" />
                </span>
              </th>
              <td>
                <Bar look="s" />
              </td>
              <td>
                <Bar look="s" />
              </td>
              <td>
                <Bar look="xs" />
              </td>
              <td>
                <Bar look="switch" />
              </td>
              <td className="end">
                <Bar look="s" />
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  );
}
