import { RULES } from '@contract/text-rules';
import { useState } from 'react';
import { contactEmail } from '../../../lib/browser/env.js';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { useTimed } from '../../../lib/hooks/use-timed.js';
import { Button } from '../../../ui/button.js';
import { Notice } from '../../../ui/notice.js';
import { TextField } from '../../../ui/forms/text-field.js';
import { toast } from '../../../ui/toasts.js';
import { CONTACT } from './contact.copy.js';
import { mailAddress, type ContactMessage } from './contact-mail.js';
import { MessageField } from './message-field.js';
import { SentMessage } from './sent-message.js';
import { Form } from '../../../ui/forms/form.js';

const CONFIRMED_SHOWN_MS = 5_000;

export function ContactForm() {
  const form = useTextForm(RULES.contact);
  const [confirmed, showConfirmed] = useTimed<true>(CONFIRMED_SHOWN_MS);
  const [sent, setSent] = useState<ContactMessage>();

  const submit = form.submit(
    (message) => {
      window.location.assign(mailAddress(contactEmail(), message));
      form.reset();
      setSent(message);
      toast({ ...CONTACT.opening, kind: 'success' });
      showConfirmed(true);
    },
    { onInvalid: () => toast({ ...CONTACT.invalid, kind: 'error' }) },
  );

  return (
    <Form className="gap-5" onSubmit={submit}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={CONTACT.name} autoComplete="name" {...form.field('name')} />
        <TextField
          label={CONTACT.email}
          type="email"
          autoComplete="email"
          {...form.field('email')}
        />
      </div>
      <TextField label={CONTACT.subject} {...form.field('subject')} />
      <MessageField
        length={form.valueOf('message').trim().length}
        max={RULES.contact.message.max}
        {...form.field('message')}
      />
      {confirmed && (
        <Notice kind="ok" role="status">
          <p className="font-semibold">{CONTACT.done.title}</p>
          <p>{CONTACT.done.text}</p>
        </Notice>
      )}
      <Button type="submit" size="answer" className="sm:self-start">
        {CONTACT.submit}
      </Button>
      {sent && <SentMessage message={sent} />}
    </Form>
  );
}
