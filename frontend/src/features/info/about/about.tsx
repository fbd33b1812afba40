import { PAGES } from '@contract/paths';
import {
  BookOpenCheck,
  Building2,
  Code,
  FireExtinguisher,
  Flame,
  HandHelping,
  HeartPulse,
  KeyRound,
  MonitorSmartphone,
  ShieldCheck,
  TriangleAlert,
  Umbrella,
} from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../../ui/button.js';
import { CARD } from '../../../ui/card.js';
import { Link, LONE_LINK } from '../../../ui/link.js';
import { Section } from '../../../ui/pages/page.js';
import { Phone, type PhoneScreen } from '../../../ui/phone/phone.js';
import { Blocks, Cards, MailLink, PageHead } from '../blocks.js';
import { ABOUT, CAREERS } from './about.copy.js';

const { alarms, screens, benefits, honesty, vision, team, not } = ABOUT;
const ALARM_LOOKS = [
  { Icon: Flame, colour: 'text-fire-text' },
  { Icon: HeartPulse, colour: 'text-medical-text' },
  { Icon: TriangleAlert, colour: 'text-ink' },
] as const;
const SCREENS: PhoneScreen[] = ['panel', 'incoming', 'sent'];
const BENEFIT_ICONS = [HandHelping, MonitorSmartphone, ShieldCheck, BookOpenCheck] as const;
const { work, partner, answer } = CAREERS;
const PARTNER_ICONS = [Building2, KeyRound, Umbrella, FireExtinguisher, Code] as const;

export function About() {
  const navigate = useNavigate();
  return (
    <article className="flex flex-col gap-12 lg:gap-16">
      <PageHead title={ABOUT.title} lead={ABOUT.lead}>
        <div>
          <Button size="answer" onClick={() => void navigate(PAGES.home)}>
            {ABOUT.start}
          </Button>
        </div>
      </PageHead>

      <Section className="gap-5" heading={alarms.heading}>
        <Cards
          className="md:grid-cols-3"
          cards={alarms.cards.map((card, index) => ({ ...card, ...ALARM_LOOKS[index]! }))}
        />
        <p className="max-w-measure">{alarms.after}</p>
      </Section>

      <Section className="gap-5" heading={screens.heading}>
        <ol className="grid grid-cols-1 gap-10 md:grid-cols-3 md:gap-8">
          {screens.steps.map(({ title, text }, index) => (
            <li key={title} className="flex flex-col">
              <h3 className="text-button">{title}</h3>
              <p className="mt-2 text-muted">{text}</p>
              <div className="mt-auto">
                <Phone screen={SCREENS[index]!} />
              </div>
            </li>
          ))}
        </ol>
      </Section>

      <Section className="gap-5" heading={vision.heading}>
        <p className="max-w-measure text-h2 leading-snug font-semibold">{vision.text}</p>
      </Section>

      <Section className="gap-5" heading={benefits.heading}>
        <Cards
          className="md:grid-cols-2"
          cards={benefits.cards.map((card, index) => ({ ...card, Icon: BENEFIT_ICONS[index]! }))}
        />
      </Section>

      <AboutSound />

      <div className="grid grid-cols-1 gap-12 lg:grid-cols-2 lg:gap-16">
        <Section className="gap-5" heading={honesty.heading}>
          <Blocks blocks={[honesty.text, { list: honesty.list }]} />
        </Section>
        <Section className="gap-5" heading={not.heading}>
          <div className="flex flex-col gap-4 border border-l-8 border-edge border-l-primary bg-surface p-5 sm:p-8">
            <Blocks
              blocks={[
                { list: not.list },
                { link: { to: `${PAGES.terms}#kan-inte-lova`, text: not.more } },
              ]}
            />
          </div>
        </Section>
      </div>

      <Section className="gap-5" heading={team.heading}>
        <Blocks blocks={team.text} />
        <p className="flex flex-wrap gap-x-6">
          <Link to={PAGES.contact} className={LONE_LINK}>
            {team.contact}
          </Link>
          <Link to={PAGES.careers} className={LONE_LINK}>
            {team.careers}
          </Link>
        </p>
      </Section>
    </article>
  );
}

/** Shows three shares side by side. The bar under each repeats it for the eye only. */
function AboutSound() {
  const { heading, text, figures, source } = ABOUT.sound;
  return (
    <Section className="gap-5" heading={heading}>
      <p className="max-w-measure">{text}</p>
      <ul className="grid grid-cols-1 gap-6 sm:grid-cols-3">
        {figures.map(({ number, text: meaning }, index) => (
          <li key={number} className="flex flex-col gap-2">
            <span className="text-alarm font-bold tabular-nums">{number}</span>
            <span aria-hidden="true" className="h-3 overflow-hidden rounded-full bg-surface">
              <span className={`block h-full rounded-full bg-primary ${SHARES[index]}`} />
            </span>
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
      <p className="max-w-measure text-meta text-muted">{source}</p>
    </Section>
  );
}

/** The widths of the bars, in the order of the figures. */
const SHARES = ['w-[92%]', 'w-[56%]', 'w-[27%]'];

export function Careers() {
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
