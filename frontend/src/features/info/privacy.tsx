import { Article } from './article.js';
import { MailLink } from './mail-link.js';
import { PRIVACY } from './privacy.copy.js';

export default function Privacy() {
  return (
    <Article copy={PRIVACY}>
      <p>
        <MailLink />
      </p>
    </Article>
  );
}
