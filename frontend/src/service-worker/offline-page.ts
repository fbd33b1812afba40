import type { OfflineHome } from '../lib/browser/shared-with-worker.js';
import { entranceText, storeyText } from '@contract/homes';
import { shown } from '@contract/written-text';
import { OFFLINE } from './service-worker.copy.js';

/** @param nonce random: the page may run and show nothing that was not written here */
export function offlineResponse(homes: OfflineHome[], nonce: string): Response {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; ` +
      `connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Cache-Control': 'no-store',
  };
  return new Response(offlinePage(homes, nonce), { status: 503, headers });
}

export function offlinePage(homes: OfflineHome[], nonce: string): string {
  return `<!doctype html>
<html lang="sv">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#ffffff">
<title>${OFFLINE.window}</title>
<script nonce="${nonce}">${OFFLINE_THEME}</script>
<style nonce="${nonce}">${OFFLINE_STYLE}</style>
</head>
<body>
<main>
<h1>${OFFLINE.title}</h1>
<p>${OFFLINE.lead}</p>
<a href="tel:112">${OFFLINE.call}</a>
${homes.length > 0 ? section(OFFLINE.where, homes.map(homeOf).join('\n')) : ''}
${section(OFFLINE.fire.heading, `<ul>${OFFLINE.fire.steps.map((step) => `<li>${step}</li>`).join('')}</ul>`)}
<button type="button">${OFFLINE.again}</button>
<p class="muted">${OFFLINE.notInsteadOf112}</p>
</main>
<script nonce="${nonce}">${OFFLINE_SCRIPT}</script>
</body>
</html>
`;
}

const section = (heading: string, content: string) =>
  `<section><h2>${heading}</h2>${content}</section>`;

/** The name of a building is often its address, which is not said twice. */
function homeOf({ building, address, entrance, apartment }: OfflineHome): string {
  const place = [
    ...(address.startsWith(building) ? [] : [building]),
    address,
    capital(entranceText(entrance)),
    OFFLINE.apartment(apartment),
    capital(storeyText(apartment)),
  ];
  const lines = place.filter(Boolean).map((line) => `<bdi>${escaped(shown(line))}</bdi>`);
  return `<address translate="no">${lines.join('<br>')}</address>`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function escaped(text: string): string {
  return text.replace(/[&"'<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The style of the offline page, with the colours of tokens.css: the page can load no file. */
export const OFFLINE_STYLE = `
:root{--page:#ffffff;--surface:#f3f5f8;--ink:#14171f;--muted:#4a5160;--edge:#d5dae2;--line:#6b7383;color-scheme:light}
[data-theme=dark]{--page:#0e1116;--surface:#1a1f29;--ink:#f4f6fa;--muted:#b4bccb;--edge:#343b49;--line:#7c869a;color-scheme:dark}
*{box-sizing:border-box;margin:0}
body{background:var(--page);color:var(--ink);font:1.125rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;overflow-wrap:break-word}
main{display:flex;flex-direction:column;gap:24px;max-width:36rem;margin-inline:auto;padding:24px 16px 40px}
h1{font-size:min(2rem,10vw);line-height:1.15}
h1,h2,li{text-wrap:balance}
h2{font-size:min(1.5rem,8.5vw);line-height:1.15;margin-bottom:8px}
section{background:var(--surface);border:1px solid var(--edge);border-radius:12px;padding:16px}
ul{padding-left:1.2em}
li+li,address+address{margin-top:8px}
address{font-style:normal}
a,button{display:flex;align-items:center;justify-content:center;width:100%;border-radius:12px;font:inherit;font-size:min(1.25rem,8.5vw);font-weight:700;line-height:1.15;text-decoration:none;text-align:center;padding:8px 16px;cursor:pointer}
a{min-height:72px;border:2px solid var(--ink);background:var(--ink);color:var(--page)}
button{min-height:64px;border:2px solid var(--line);background:var(--page);color:var(--ink)}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
p.muted{color:var(--muted)}
`;

/** Follows the theme that the user chose, before the first paint. `public/theme.js` does the same. */
const OFFLINE_THEME = `
try{if(localStorage.getItem('resq.theme')==='dark'){document.documentElement.dataset.theme='dark';
document.querySelector('meta[name="theme-color"]').content='#0e1116'}}catch{}
`;

/**
 * Loads the page again once the server can keep an alarm. A browser may say that it is online before a
 * request gets through, so the page asks again soon after. It is a text, because the page gets it as a
 * whole.
 */
const OFFLINE_SCRIPT = `
const again=()=>location.reload();
document.querySelector('button').addEventListener('click',again);
const look=()=>fetch('/api/health/ready',{cache:'no-store'}).then((answer)=>answer.ok&&again(),()=>undefined);
const lookIn=(...waits)=>waits.forEach((ms)=>setTimeout(look,ms));
addEventListener('online',()=>lookIn(0,1000,3000));
lookIn(3000);
setInterval(look,10000);
`;
