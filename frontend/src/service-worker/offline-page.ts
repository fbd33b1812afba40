import type { OfflineHome } from '../lib/browser/installed/offline-homes.js';
import { OFFLINE_SCRIPT, OFFLINE_STYLE, OFFLINE_THEME } from './offline-look.js';
import { OFFLINE } from './offline.copy.js';

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
    ...(entrance === undefined ? [] : [OFFLINE.entrance(entrance)]),
    OFFLINE.apartment(apartment),
  ];
  return `<address>${place.map(escaped).join('<br>')}</address>`;
}

function escaped(text: string): string {
  return text.replace(/[&"'<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
