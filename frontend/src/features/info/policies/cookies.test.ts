import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deviceId } from '../../../lib/browser/ids.js';
import { rememberAccess, sessionId } from '../../../lib/session/code-session.js';
import { SESSION_KEY } from '../../../lib/session/session-record.js';
import { COOKIES } from './cookies.copy.js';
import type { Block } from '../copy.js';

/** Checks that the page names exactly what the code stores in a browser. */

const frontend = join(import.meta.dirname, '../../../..');
const cookieCode = join(frontend, '../backend/src/modules/auth/sessions/cookies.ts');

const blocks: Block[] = COOKIES.sections.flatMap((section) => [...section.blocks]);
const tables = blocks.flatMap((block) =>
  typeof block === 'object' && 'table' in block ? [block.table] : [],
);
const names = (caption: RegExp) =>
  tables.filter((table) => caption.test(table.caption)).flatMap(({ rows }) => rows.map(([n]) => n));

function keysIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|js)$/.test(file) && !/\.(test|copy)\./.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .flatMap((code) => [...code.matchAll(/['"`](resq\.[a-z-]+)['"`]/g)].map(([, key]) => key!));
}

it('names exactly the keys that the code writes', () => {
  const written = [...keysIn(join(frontend, 'src')), ...keysIn(join(frontend, 'public'))];
  const named = names(/lagring/);
  expect(named.toSorted()).toEqual([...new Set(written)].toSorted());
  expect(named).toContain(SESSION_KEY);
});

it('separates what is stored per tab from what stays in the browser', () => {
  sessionId();
  rememberAccess('DEMO-2026');
  deviceId();
  expect(names(/^Sessionslagring/)).toEqual(expect.arrayContaining(Object.keys(sessionStorage)));
  expect(names(/^Lokal/)).toEqual(expect.arrayContaining(Object.keys(localStorage)));
});

it('names the cookies of https and the cookies of http', () => {
  const code = readFileSync(cookieCode, 'utf8');
  const written = [...code.matchAll(/'(resq_\w+)'/g)].flatMap(([, name]) => [
    name!,
    `__Host-${name}`,
  ]);
  expect(names(/^Cookies/).toSorted()).toEqual(written.toSorted());
});

it('names IndexedDB and the service worker’s cache', () => {
  expect(names(/^Andra/)).toEqual(expect.arrayContaining(['IndexedDB', 'Service workerns cache']));
});
