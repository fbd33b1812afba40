import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import { serveDocs } from './serve-docs.js';

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), '.resq-docs-'));
  const document = join(folder, 'openapi.json');
  writeFileSync(document, '{"openapi":"3.1.0"}');
  const app = express();
  serveDocs(app as unknown as NestExpressApplication, document);
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

it.each([
  ['/api/docs.json', '"openapi"'],
  ['/api/docs', 'swagger-ui'],
  ['/api/docs/swagger-ui.css', '.swagger-ui'],
])('serves %s below a folder whose name begins with a dot', async (path, part) => {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(part)]);
});
