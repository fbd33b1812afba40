import { type ReactNode, useId } from 'react';

/** The width from which the cells stand side by side; below it every row is a card. */
const STYLES = {
  sm: {
    table: 'sm:table',
    caption: 'sm:table-caption',
    head: 'sm:not-sr-only sm:table-header-group',
    body: 'sm:table-row-group',
    row: 'sm:table-row sm:rounded-none sm:border-0 sm:p-0',
    cell: 'sm:table-cell sm:border-b sm:border-edge sm:py-3 sm:pr-6 sm:last:pr-0',
    label: 'sm:hidden',
  },
  xl: {
    table: 'xl:table',
    caption: 'xl:table-caption',
    head: 'xl:not-sr-only xl:table-header-group',
    body: 'xl:table-row-group',
    row: 'xl:table-row xl:rounded-none xl:border-0 xl:p-0',
    cell: 'xl:table-cell xl:border-b xl:border-edge xl:py-3 xl:pr-6 xl:last:pr-0',
    label: 'xl:hidden',
  },
};

interface DataTableProps {
  caption: string;
  columns: readonly string[];
  /** A row's first cell is its heading. */
  rows: readonly (readonly ReactNode[])[];
  wideFrom?: keyof typeof STYLES;
}

/**
 * Shows a table, or a stack of cards where the table would not fit. The roles are explicit, because
 * some browsers drop them with `display: block`. Screen readers skip the headings that a card
 * repeats.
 */
export function DataTable({ caption, columns, rows, wideFrom = 'sm' }: DataTableProps) {
  const id = useId();
  const look = STYLES[wideFrom];
  const cell = `block text-left align-top ${look.cell}`;
  const label = (column: number) => (
    <span aria-hidden="true" className={`block text-meta text-muted ${look.label}`}>
      {columns[column]}
    </span>
  );
  return (
    <table
      role="table"
      aria-labelledby={id}
      className={`data-table mt-2 block w-full table-fixed ${look.table}`}
    >
      <caption id={id} className={`block pb-3 text-left font-semibold ${look.caption}`}>
        {caption}
      </caption>
      <thead role="rowgroup" className={`sr-only ${look.head}`}>
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column}
              role="columnheader"
              scope="col"
              className="border-b-2 border-line pr-6 pb-2 text-left align-bottom text-meta font-semibold last:pr-0"
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={`flex flex-col gap-3 ${look.body}`}>
        {rows.map(([heading, ...cells], row) => (
          <tr
            key={row}
            role="row"
            className={`flex flex-col gap-3 rounded-card border border-edge p-4 ${look.row}`}
          >
            <th role="rowheader" scope="row" className={`${cell} font-semibold`}>
              {heading}
            </th>
            {cells.map((content, index) => (
              <td key={columns[index + 1]} role="cell" className={cell}>
                {label(index + 1)}
                {content}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
