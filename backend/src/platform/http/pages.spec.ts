import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import { servePages } from './pages.js';

const PAGE = '<title>ResQ</title><meta name="resq-contact" content="demo@resq.example">';
let root: string;
let server: Server;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'resq-pages-'));
  writeFileSync(join(root, 'index.html'), PAGE);
  writeFileSync(join(root, 'robots.txt'), 'User-agent: *');
  const app = express();
  servePages(app as unknown as NestExpressApplication, root, {
    'resq-contact': 'brf@resq.example',
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true });
});

/** `fetch` would tidy the path. */
async function ask(path: string) {
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(get({ host: '127.0.0.1', port, path }), 'response')) as [
    IncomingMessage,
  ];
  return { status: answer.statusCode, body: await text(answer) };
}

it.each([
  '/index.html',
  '/index.html?x=1',
  '/INDEX.html',
  '/%69ndex%2ehtml',
  '//index.html',
  '/./index.html',
  '/finns-inte',
  '/about//',
  '/ABOUT',
  '/app/history/x',
])('serves %s as an unknown page, with the values of this installation', async (path) => {
  const { status, body } = await ask(path);
  expect([status, body]).toEqual([404, PAGE.replace('demo@', 'brf@')]);
});

it.each([
  ['/', 200, 'brf@resq.example'],
  ['/assets/../index.html', 404, 'Not found'],
  ['/robots.txt', 200, 'User-agent: *'],
])('serves %s with status %d', async (path, status, part) => {
  expect(await ask(path)).toEqual({ status, body: expect.stringContaining(part) });
});
