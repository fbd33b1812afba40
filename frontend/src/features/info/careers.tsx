import { Article } from './article.js';
import { CAREERS } from './careers.copy.js';
import { MailLink } from './mail-link.js';

export default function Careers() {
  return (
    <Article copy={CAREERS}>
      <ul className="flex flex-col items-start">
        {[CAREERS.work, CAREERS.partner].map(({ subject, text }) => (
          <li key={subject}>
            <MailLink subject={subject}>{text}</MailLink>
          </li>
        ))}
        <li>
          <MailLink />
        </li>
      </ul>
    </Article>
  );
}
