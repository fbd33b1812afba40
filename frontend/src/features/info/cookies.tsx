import { Article } from './article.js';
import { COOKIES } from './cookies.copy.js';

export default function Cookies() {
  return <Article copy={COOKIES} />;
}
