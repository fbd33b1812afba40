import type { ReactNode } from 'react';
import { PageTitle } from '../../ui/pages/page-title.js';

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
