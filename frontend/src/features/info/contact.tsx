import { PageTitle } from '../../ui/page-title.js';
import { CONTACT } from './contact.copy.js';
import { ContactForm } from './contact-form.js';
import { MailLink } from './mail-link.js';

export default function Contact() {
  return (
    <div className="flex max-w-form flex-col gap-6">
      <PageTitle title={CONTACT.title}>{CONTACT.title}</PageTitle>
      <p>{CONTACT.lead}</p>
      <ContactForm />
      <div>
        <p>{CONTACT.direct}</p>
        <MailLink />
      </div>
    </div>
  );
}
