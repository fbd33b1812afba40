import { RULES } from '@contract/limits';
import { contactEmail } from '../../lib/env.js';
import { useTextForm } from '../../lib/use-text-form.js';
import { useTimed } from '../../lib/use-timed.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { TextArea, TextField } from '../../ui/text-field.js';
import { toast } from '../../ui/toasts.js';
import { CONTACT } from './contact.copy.js';
import { mailAddress } from './contact-mail.js';

const CONFIRMED_SHOWN_MS = 5_000;

export function ContactForm() {
  const form = useTextForm(RULES.contact);
  const [confirmed, showConfirmed] = useTimed<true>(CONFIRMED_SHOWN_MS);

  const submit = form.submit(
    (message) => {
      window.location.assign(mailAddress(contactEmail(), message));
      form.reset();
      toast({ ...CONTACT.opening, kind: 'success' });
      showConfirmed(true);
    },
    () => toast({ ...CONTACT.invalid, kind: 'error' }),
  );

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <TextField label={CONTACT.name} autoComplete="name" {...form.field('name')} />
      <TextField label={CONTACT.email} type="email" autoComplete="email" {...form.field('email')} />
      <TextField label={CONTACT.subject} {...form.field('subject')} />
      <TextArea
        label={CONTACT.message}
        counter={`${form.valueOf('message').length}/${RULES.contact.message.max}`}
        {...form.field('message')}
      />
      {confirmed && (
        <Notice kind="ok" role="status">
          <p className="font-semibold">{CONTACT.done.title}</p>
          <p>{CONTACT.done.text}</p>
        </Notice>
      )}
      <Button type="submit">{CONTACT.submit}</Button>
    </form>
  );
}
