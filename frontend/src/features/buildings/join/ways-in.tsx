import type { Membership } from '@contract/http';
import { PAGES } from '@contract/paths';
import { RULES } from '@contract/text-rules';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { loadMe } from '../../../lib/session/me.js';
import { openedInvitation } from '../../../lib/session/opened-invitation.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Form } from '../../../ui/forms/form.js';
import { TextField } from '../../../ui/forms/text-field.js';
import { Link } from '../../../ui/link.js';
import { Notice } from '../../../ui/notice.js';
import { Page } from '../../../ui/pages/page.js';
import { joinDemo } from '../buildings-api.js';
import { FIELDS, homeText, PENDING, WAYS_IN } from '../buildings.copy.js';
import { ApartmentField } from './home-fields.js';
import { InvitedForm } from './invited-form.js';
import { StartBuilding } from './start-building.js';

const WAYS = [
  { ...WAYS_IN.invited, lead: undefined, Form: InvitedForm },
  { ...WAYS_IN.start, Form: StartBuilding },
  { ...WAYS_IN.demo, Form: DemoForm },
];

/**
 * Shows a new user the ways into a building.
 * @param demo true when the installation has a demo building
 */
export default function WaysIn({ demo }: { demo: boolean }) {
  const [open, setOpen] = useState('');
  const ways = WAYS.filter(({ Form }) => demo || Form !== DemoForm);
  return (
    <Page title={WAYS_IN.title} heading={WAYS_IN.heading} width="form" className="gap-4">
      {openedInvitation() && (
        <Notice>
          <p>{WAYS_IN.opened}</p>
          <div>
            <Link to={PAGES.join} className={buttonClass()}>
              {WAYS_IN.toOpened}
            </Link>
          </div>
        </Notice>
      )}
      <p>{WAYS_IN.lead}</p>
      {ways.map(({ heading, lead, Form }) => (
        <Way
          key={heading}
          heading={heading}
          open={open === heading}
          onToggle={() => setOpen(open === heading ? '' : heading)}
        >
          {lead && <p className="text-muted">{lead}</p>}
          <Form />
        </Way>
      ))}
    </Page>
  );
}

interface WayProps {
  heading: string;
  open: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Way({ heading, open, onToggle, children }: WayProps) {
  const id = useId();
  return (
    <section className="control-border rounded-card">
      <h2 className="text-button">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-16 w-full items-center justify-between gap-3 rounded-card px-4 py-3 text-left"
        >
          <span>{heading}</span>
          <ChevronDown
            aria-hidden="true"
            className={`size-6 shrink-0 ${open ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      <div id={id} className={open ? 'flex flex-col gap-4 px-4 pb-6' : 'hidden'}>
        {open && children}
      </div>
    </section>
  );
}

const { name, apartment } = RULES.member;

function DemoForm() {
  const form = useTextForm({ name, apartment });

  const submit = form.submit(async (values) => {
    await joinDemo(values);
    await loadMe();
  });

  return (
    <Form onSubmit={submit} errors={form}>
      <TextField
        label={FIELDS.name}
        hint={FIELDS.nameHint}
        autoComplete="name"
        {...form.field('name')}
      />
      <ApartmentField {...form.field('apartment')} />
      <Button type="submit" busy={form.busy}>
        {WAYS_IN.demo.submit}
      </Button>
    </Form>
  );
}

export function Pending({ membership }: { membership: Membership }) {
  const { building } = membership;
  return (
    <Page title={PENDING.title} width="measure" className="gap-4">
      <p>
        <strong translate="no">{building.name}</strong>
        <span translate="no">{`, ${building.address}, ${homeText(membership)}`}</span>
      </p>
      <p role="status">{PENDING.text}</p>
      <p>{PENDING.until}</p>
    </Page>
  );
}
