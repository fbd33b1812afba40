import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.js';
import './sheet.css';

/** The pages of paper that a page prints, as they come out of the printer. */
export const Sheets = ({ children }: { children: ReactNode }) => (
  <div className="sheets">{children}</div>
);

/** A page of paper, or (`half`) the half of one. */
export function Sheet({ half, children }: { half?: boolean; children: ReactNode }) {
  return (
    <section className={`sheet shrink-0 ${half ? 'sheet-half' : 'sheet-whole'}`} lang="sv">
      {children}
    </section>
  );
}

export function PrintButton({ children }: { children: string }) {
  return (
    <Button icon={<Printer aria-hidden="true" className="size-5" />} onClick={() => window.print()}>
      {children}
    </Button>
  );
}
