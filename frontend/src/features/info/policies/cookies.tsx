import { LongPage } from './long-page.js';
import { COOKIES } from './cookies.copy.js';

export default function Cookies() {
  return <LongPage copy={COOKIES} />;
}
