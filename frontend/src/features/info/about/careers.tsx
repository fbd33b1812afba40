import { Building2, Code, FireExtinguisher, KeyRound, Umbrella } from 'lucide-react';
import { CARD } from '../../../ui/card.js';
import { Section } from '../../../ui/pages/page.js';
import { Blocks, Cards, MailLink, PageHead } from '../blocks.js';
import { CAREERS } from './careers.copy.js';

const { work, partner, answer } = CAREERS;
const PARTNER_ICONS = [Building2, KeyRound, Umbrella, FireExtinguisher, Code] as const;

export default function Careers() {
  return (
    <article className="flex flex-col gap-12 lg:gap-16">
      <PageHead title={CAREERS.title} lead={CAREERS.lead} />
      <div className="grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
        <Section className="gap-5" heading={work.heading}>
          <Blocks blocks={[...work.text, { list: work.list }]} />
          <p>
            <MailLink subject={work.subject}>{work.link}</MailLink>
          </p>
        </Section>
        <div className="self-start border border-l-8 border-edge border-l-primary bg-surface p-5 sm:p-8">
          <Section className="gap-5" heading={answer.heading}>
            <Blocks blocks={[{ list: answer.list }]} />
            <div>
              <p>{answer.address}</p>
              <MailLink />
            </div>
          </Section>
        </div>
      </div>
      <Section className="gap-5" heading={partner.heading}>
        <p className="max-w-measure">{partner.text}</p>
        <Cards
          className="md:grid-cols-2 xl:grid-cols-3"
          cards={partner.cards.map((card, index) => ({ ...card, Icon: PARTNER_ICONS[index]! }))}
        >
          {/* The link is the sixth item, so that no row has a hole, with two columns or with three. */}
          <li className={`flex items-center p-5 sm:p-6 ${CARD}`}>
            <MailLink subject={partner.subject}>{partner.link}</MailLink>
          </li>
        </Cards>
      </Section>
    </article>
  );
}
