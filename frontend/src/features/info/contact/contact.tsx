import { PAGES } from '@contract/paths';
import { RULES } from '@contract/text-rules';
import { CircleQuestionMark, type LucideIcon, Mail, Phone } from 'lucide-react';
import { type ComponentProps, type ReactNode, type SyntheticEvent, useState } from 'react';
import { contactEmail } from '../../../lib/browser/env.js';
import { perTab, readJson, write } from '../../../lib/browser/storage.js';
import { useTextForm } from '../../../lib/hooks/use-text-form.js';
import { useTimed } from '../../../lib/hooks/use-timed.js';
import { Button } from '../../../ui/button.js';
import { CopyButton } from '../../../ui/copyable.js';
import { CONTROL, FieldFrame, TextField } from '../../../ui/forms/fields.js';
import { Form } from '../../../ui/forms/form.js';
import { isEmpty } from '../../../ui/forms/is-empty.js';
import { Notice } from '../../../ui/notice.js';
import { toast } from '../../../ui/toasts.js';
import { Blocks, MailLink, PageHead } from '../blocks.js';
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

const CONFIRMED_SHOWN_MS = 5_000;

/** WebKit replaces the page by an error where there is no mail program: Back finds the text here. */
const SENT_KEY = 'resq.message';
const readSent = () => readJson(perTab, SENT_KEY) as ContactMessage | undefined;

export function ContactForm() {
  const form = useTextForm(RULES.contact);
  const [confirmed, showConfirmed] = useTimed<true>(CONFIRMED_SHOWN_MS);
  const [sent, setSent] = useState(readSent);

  const submit = form.submit(
    (message) => {
      write(perTab, SENT_KEY, JSON.stringify(message));
      window.location.assign(mailAddress(contactEmail(), message));
      form.reset();
      setSent(message);
      toast({ ...CONTACT.opening, kind: 'success' });
      showConfirmed(true);
    },
    { onInvalid: () => toast({ ...CONTACT.invalid, kind: 'error' }) },
  );

  const submitOnce = (event: SyntheticEvent) => {
    // A second click would check the emptied form, and put errors in the place of the success.
    if (!confirmed || !isEmpty(event.currentTarget)) return submit(event);
    event.preventDefault();
    return undefined;
  };

  return (
    <Form className="gap-5" onSubmit={submitOnce}>
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
      <div role="status" className="empty:absolute">
        {confirmed && (
          <Notice kind="ok">
            <p className="font-semibold">{CONTACT.done.title}</p>
            <p>{CONTACT.done.text}</p>
          </Notice>
        )}
      </div>
      <Button type="submit" size="answer" className="sm:self-start">
        {CONTACT.submit}
      </Button>
      {sent && <SentMessage message={sent} />}
    </Form>
  );
}

interface MessageFieldProps extends Omit<ComponentProps<'textarea'>, 'className'> {
  error?: string;
  /** The length of the trimmed text, which is checked and sent. */
  length: number;
  max: number;
}

/**
 * The counter describes the field: screen readers read it with the field, not at every key. Only
 * passing the limit is announced, once.
 */
function MessageField({ error, length, max, ...area }: MessageFieldProps) {
  const over = length - max;
  return (
    <FieldFrame label={CONTACT.message} error={error}>
      {({ 'aria-describedby': described, ...wiring }) => (
        <>
          <textarea
            rows={8}
            {...area}
            {...wiring}
            aria-describedby={[`${wiring.id}-count`, described].filter(Boolean).join(' ')}
            className={CONTROL}
          />
          <div className="flex flex-wrap justify-end gap-x-3 text-meta tabular-nums">
            {over > 0 && <p className="font-semibold text-error">{CONTACT.over(over)}</p>}
            <p
              id={`${wiring.id}-count`}
              className={over > 0 ? 'font-semibold text-error' : 'text-muted'}
            >
              {`${length}/${max}`}
            </p>
          </div>
          <p aria-live="polite" className="sr-only">
            {over > 0 ? CONTACT.tooLong(max) : ''}
          </p>
        </>
      )}
    </FieldFrame>
  );
}

/**
 * A page cannot find out whether a mail program opened: many users have none, and Windows drops
 * addresses over some 2,000 characters. The message is therefore shown until the page is left.
 */
function SentMessage({ message }: { message: ContactMessage }) {
  const text = mailText(message);
  return (
    <details className="control-border rounded-card px-4">
      <summary className="flex min-h-12 items-center py-2 font-semibold text-primary underline underline-offset-4">
        {CONTACT.nothingOpened}
      </summary>
      <div className="flex flex-col items-start gap-4 pb-4">
        <p>{CONTACT.sendYourself(contactEmail())}</p>
        <p
          className="max-h-60 w-full overflow-y-auto rounded-card bg-surface p-4 wrap-anywhere whitespace-pre-wrap"
          tabIndex={0}
          role="group"
          aria-label={CONTACT.yourMessage}
        >
          {text}
        </p>
        <CopyButton text={`${message.subject}\n\n${text}`} {...CONTACT.toasts}>
          {CONTACT.copy}
        </CopyButton>
      </div>
    </details>
  );
}

interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** Returns the mail's text: the message and its author. */
function mailText({ name, email, message }: ContactMessage): string {
  return `${message}\n\n${name}\n${email}`;
}

/**
 * @returns the `mailto:` address that opens the user's mail program, everything filled in (RFC
 *   6068)
 */
export function mailAddress(to: string, message: ContactMessage): string {
  const body = mailText(message).replace(/\r?\n/g, '\r\n');
  return `mailto:${to}?subject=${encoded(message.subject)}&body=${encoded(body)}`;
}

/** Replaces half an emoji, left over from cutting a text: it would make the encoding throw. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
