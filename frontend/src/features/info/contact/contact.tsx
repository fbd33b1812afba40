import { PAGES } from '@contract/paths';
import { CircleQuestionMark, type LucideIcon, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Blocks, MailLink, PageHead } from '../blocks.js';
import { ContactForm } from './contact-form.js';
import { CONTACT } from './contact.copy.js';

const { directly, danger, about } = CONTACT;

export default function Contact() {
  return (
    <article className="flex flex-col gap-8 lg:gap-12">
      <PageHead title={CONTACT.title} lead={CONTACT.lead} />
      <div className="flex flex-col gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
        <ContactForm />
        <div className="flex flex-col gap-8">
          <Aside Icon={Mail} heading={directly.heading}>
            <MailLink />
            <p>{directly.text}</p>
          </Aside>
          <Aside Icon={CircleQuestionMark} heading={about.heading}>
            <Blocks
              blocks={[
                { list: about.list },
                { link: { to: `${PAGES.privacy}#rattigheter`, text: about.privacy } },
              ]}
            />
          </Aside>
          <Aside Icon={Phone} heading={danger.heading}>
            <p>{danger.text}</p>
          </Aside>
        </div>
      </div>
    </article>
  );
}

interface AsideProps {
  Icon: LucideIcon;
  heading: string;
  children: ReactNode;
}

function Aside({ Icon, heading, children }: AsideProps) {
  return (
    <section className="flex flex-col gap-3 border-l-4 border-primary pl-5">
      <h2 className="flex items-center gap-3 text-button">
        <Icon aria-hidden="true" className="size-6 shrink-0 text-primary" />
        <span>{heading}</span>
      </h2>
      {children}
    </section>
  );
}
