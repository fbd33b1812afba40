import { useMemo, useState } from 'react';
import { SelectField } from '../../../ui/forms/fields.js';
import { HOMES } from './homes.copy.js';
import { type Columns, type ReadHomes, readRows, readTyped } from './read-homes.js';
import { readTable, separatorOf, type Table } from './table.js';

const NOTHING: ReadHomes = { homes: [], errors: [], tooMany: false };

/** Columns that somebody chose, and the headings of the table they were chosen for. */
interface Chosen {
  columns: Partial<Columns>;
  headings: string;
}

const headingsOf = (table?: Table) => JSON.stringify(table?.headings);

/**
 * Reads homes while somebody types: as typed ones, or as a table when the text is one.
 * @returns `table` when somebody has to choose the columns; `forget` takes the choice back, for another text
 */
export function useReadHomes(text: string, isFile: boolean) {
  const [chosen, setChosen] = useState<Chosen>();
  return useMemo(() => {
    const result = read(text, isFile, chosen);
    const headings = headingsOf(result.table);
    return {
      ...result,
      choose: (columns: Partial<Columns>) => setChosen({ columns, headings }),
      forget: () => setChosen(undefined),
    };
  }, [text, isFile, chosen]);
}

interface ReadText extends ReadHomes {
  columns: Partial<Columns>;
  firstLine: number;
  table?: Table;
}

function read(text: string, isFile: boolean, chosen?: Chosen): ReadText {
  const separator = separatorOf(text, isFile);
  if (!separator) return { ...readTyped(text), columns: {}, firstLine: 1 };
  const table = readTable(text, separator);
  const { firstLine } = table;
  // A choice for one table says nothing about the columns of another.
  const isChosen = chosen?.headings === headingsOf(table);
  const columns = { ...table.columns, ...(isChosen && chosen.columns) };
  const { apartment } = columns;
  const homes =
    apartment === undefined ? NOTHING : readRows(table.rows, { ...columns, apartment }, firstLine);
  return { ...homes, columns, firstLine, ...(table.isUnsure && { table }) };
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
