import { useMemo, useState } from 'react';
import { SelectField } from '../../../ui/forms/fields.js';
import { HOMES } from './homes.copy.js';
import { type Columns, type ReadHomes, readRows, readTyped } from './read-homes.js';
import { readTable, separatorOf, type Table } from './table.js';

const NOTHING: ReadHomes = { homes: [], errors: [], tooMany: false };

/**
 * Reads homes while somebody types: as typed ones, or as a table when the text is one.
 * @returns `table` when somebody has to choose the columns
 */
export function useReadHomes(text: string, isFile: boolean) {
  const [chosen, choose] = useState<Partial<Columns>>({});
  return useMemo(() => ({ ...read(text, isFile, chosen), choose }), [text, isFile, chosen]);
}

interface ReadText extends ReadHomes {
  columns: Partial<Columns>;
  table?: Table;
}

function read(text: string, isFile: boolean, chosen: Partial<Columns>): ReadText {
  const separator = separatorOf(text, isFile);
  if (!separator) return { ...readTyped(text), columns: chosen };
  const table = readTable(text, separator);
  const columns = { ...table.columns, ...chosen };
  const { apartment } = columns;
  const homes =
    apartment === undefined
      ? NOTHING
      : readRows(table.rows, { ...columns, apartment }, table.firstLine);
  return { ...homes, columns, ...(table.isUnsure && { table }) };
}

interface WhichColumnsProps {
  table: Table;
  columns: Partial<Columns>;
  onChoose: (columns: Partial<Columns>) => void;
}

/** Asks which column is which, where neither headings nor content tell. */
export function WhichColumns({ table, columns, onChoose }: WhichColumnsProps) {
  const { which } = HOMES;
  const options = table.headings.map((heading, n) => {
    const example = table.rows.find((row) => row[n]?.trim())?.[n]?.trim() ?? '';
    return (
      <option key={n} value={n} translate="no">
        {which.column(n + 1, heading.trim(), example)}
      </option>
    );
  });
  const chosen = (value: string) => (value === '' ? undefined : Number(value));
  return (
    <>
      <SelectField
        label={which.apartment}
        value={columns.apartment ?? ''}
        onChange={({ target }) => onChoose({ ...columns, apartment: chosen(target.value) })}
      >
        <option value="">{which.choose}</option>
        {options}
      </SelectField>
      <SelectField
        label={which.entrance}
        value={columns.entrance ?? ''}
        onChange={({ target }) => onChoose({ ...columns, entrance: chosen(target.value) })}
      >
        <option value="">{which.none}</option>
        {options}
      </SelectField>
    </>
  );
}
