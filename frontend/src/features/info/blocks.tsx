import { ExternalLink } from 'lucide-react';
import { DataTable } from '../../ui/data-table.js';
import { Link } from '../../ui/link.js';
import { LONE_LINK } from '../../ui/text-link.js';
import type { Block, TableCopy } from './copy.js';
import { MailLink } from './mail-link.js';

export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <OneBlock key={index} block={block} />);
}

function OneBlock({ block }: { block: Block }) {
  if (typeof block === 'string') return <p className="max-w-measure">{block}</p>;
  if ('list' in block) {
    return (
      <ul className="flex max-w-measure list-disc flex-col gap-2 pl-6">
        {block.list.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    );
  }
  if ('table' in block) return <CopyTable table={block.table} />;
  return (
    <p>{'link' in block ? <TextLink {...block.link} /> : <MailLink subject={block.mailAbout} />}</p>
  );
}

function CopyTable({ table: { caption, columns, rows, names } }: { table: TableCopy }) {
  const cells = names
    ? rows.map(([name, ...rest]) => [
        <code key={name} className="font-mono sm:whitespace-nowrap">
          {name}
        </code>,
        ...rest,
      ])
    : rows;
  const wideFrom = columns.length > 3 ? 'xl' : 'sm';
  return <DataTable caption={caption} columns={columns} rows={cells} wideFrom={wideFrom} />;
}

/** Opens other sites in the same tab too: the browser's back button leads back. */
function TextLink({ to, text }: { to: string; text: string }) {
  if (to.startsWith('/')) {
    return (
      <Link to={to} className={LONE_LINK}>
        {text}
      </Link>
    );
  }
  return (
    <a href={to} className={`${LONE_LINK} gap-2 wrap-anywhere`}>
      {text}
      <ExternalLink aria-hidden="true" className="size-5 shrink-0" />
    </a>
  );
}
