import { LongPage } from './long-page.js';
import { PRIVACY } from './privacy.copy.js';

export default function Privacy() {
  return <LongPage copy={PRIVACY} />;
}
