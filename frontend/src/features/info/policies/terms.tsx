import { LongPage } from './long-page.js';
import { TERMS } from './terms.copy.js';

export default function Terms() {
  return <LongPage copy={TERMS} />;
}
