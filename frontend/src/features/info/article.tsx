import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/page-title.js';

export interface Section {
  heading: string;
  paragraphs?: readonly string[];
  list?: readonly string[];
}

export interface ArticleCopy {
  title: string;
  lead?: string;
  sections: readonly Section[];
}

/** Running text: a title, a lead, headed sections. `children` comes last. */
export function Article({ copy, children }: { copy: ArticleCopy; children?: ReactNode }) {
  return (
    <article className="flex max-w-measure flex-col gap-8">
      <div className="flex flex-col gap-4">
        <PageTitle title={copy.title}>{copy.title}</PageTitle>
        {copy.lead && <p className="text-button leading-normal">{copy.lead}</p>}
      </div>
      {copy.sections.map(({ heading, paragraphs = [], list = [] }) => (
        <section key={heading} className="flex flex-col gap-3">
          <h2 className="text-h2">{heading}</h2>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {list.length > 0 && (
            <ul className="flex list-disc flex-col gap-2 pl-6">
              {list.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
      {children}
    </article>
  );
}
