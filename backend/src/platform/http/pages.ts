import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { isPage } from '../../contract/paths.js';

const NOT_PAGES = /^\/(api|socket\.io|metrics)(\/|$)/;
const HASHED = /[\\/]assets[\\/]/;

/**
 * Serves the built frontend. Every address that is not a file is answered with the application,
 * which shows the page or the 404; a missing asset stays a plain 404, or a tab of the last release
 * would run HTML as script.
 * @param root the folder with `index.html`
 */
export function servePages(app: NestExpressApplication, root: string): void {
  app.useStaticAssets(root, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders: (response, file) => {
      response.setHeader(
        'Cache-Control',
        HASHED.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  const page = join(root, 'index.html');
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.path.startsWith('/assets/')) {
      response.status(404).type('text/plain').send('Not found');
      return;
    }
    const asked = request.method === 'GET' || request.method === 'HEAD';
    if (!asked || NOT_PAGES.test(request.path) || !existsSync(page)) return next();
    response.status(isPage(request.path) ? 200 : 404);
    response.setHeader('Cache-Control', 'no-cache');
    response.sendFile(page, { dotfiles: 'allow' });
  });
}
