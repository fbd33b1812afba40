import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { contactEmail, operator } from '../../lib/browser/env.js';
import { IconCard, type IconCardTexts } from '../../ui/card.js';
import { DataTable } from '../../ui/data-table.js';
import { Link, LONE_LINK } from '../../ui/link.js';
import { PageTitle } from '../../ui/pages/page-title.js';
import type { Block, TableCopy } from './copy.js';

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
  if ('operator' in block) {
    return (
      <p className="max-w-measure">
        <strong translate="no">{operator() || block.operator}</strong>
      </p>
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
        <code key={name} translate="no" className="font-mono sm:whitespace-nowrap">
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
      <span>{text}</span>
      <ExternalLink aria-hidden="true" className="size-5 shrink-0" />
    </a>
  );
}

interface MailLinkProps {
  subject?: string;
  /** The text of the link; the address itself when left out. */
  children?: string;
}

export function MailLink({ subject, children }: MailLinkProps) {
  const address = contactEmail();
  const query = subject ? `?subject=${encodeURIComponent(subject)}` : '';
  return (
    <a
      href={`mailto:${address}${query}`}
      // A printed link cannot be followed, so print.css writes the address behind the text.
      data-printed={children && address}
      className={`${LONE_LINK} wrap-anywhere`}
    >
      {children ?? address}
    </a>
  );
}

interface PageHeadProps {
  title: string;
  lead: string;
  children?: ReactNode;
}

export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <div className="flex flex-col gap-4 border-b border-edge pb-8 lg:pb-10">
      <PageTitle title={title} className="text-h1 max-[22rem]:text-h2 sm:text-alarm">
        {title}
      </PageTitle>
      <p className="max-w-measure text-button leading-normal">{lead}</p>
      {children}
    </div>
  );
}

interface CardsProps {
  cards: readonly IconCardTexts[];
  className: string;
  /** The last item. */
  children?: ReactNode;
}

export function Cards({ cards, className, children }: CardsProps) {
  return (
    <ul className={`grid grid-cols-1 gap-4 ${className}`}>
      {cards.map((card) => (
        <IconCard key={card.title} {...card} className="bg-surface" />
      ))}
      {children}
    </ul>
  );
}
