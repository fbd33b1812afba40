import { Article } from './article.js';
import { TERMS } from './terms.copy.js';

export default function Terms() {
  return <Article copy={TERMS} />;
}
