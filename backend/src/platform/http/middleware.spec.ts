import type { Request, Response } from 'express';
import { spreadRequests } from './middleware.js';

const turnOfLoop = () => new Promise<void>((done) => setImmediate(done));

it('handles one request in each turn of the loop and serves addresses in rotation', async () => {
  const spread = spreadRequests();
  const handled: string[] = [];
  const arrive = (ip: string, name: string) =>
    spread({ ip } as Request, {} as Response, () => handled.push(name));
  ['a1', 'a2', 'a3'].forEach((name) => arrive('192.0.2.1', name));
  arrive('::ffff:192.0.2.1', 'a4');
  arrive('192.0.2.2', 'b1');
  expect(handled).toEqual(['a1']);
  for (let turn = 0; turn < 4; turn += 1) await turnOfLoop();
  expect(handled).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
});
