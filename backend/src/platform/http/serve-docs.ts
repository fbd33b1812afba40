import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { static as serveFiles, type NextFunction, type Request, type Response } from 'express';

/** The OpenAPI document, which the build has made (decision 35). */
export const DOCUMENT = fileURLToPath(new URL('../../../dist/openapi.json', import.meta.url));

/** Swagger UI writes style attributes and needs nothing from elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ResQ: HTTP API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</html>
`;

/** Without the requests of "Try it out", which belong to no production system. */
const START = `SwaggerUIBundle({
  url: '/api/docs.json',
  dom_id: '#swagger-ui',
  supportedSubmitMethods: [],
  validatorUrl: null,
});
`;

/** The page, its script, and the two files of Swagger UI that it needs. */
const PATHS = /^\/(start\.js|swagger-ui(-bundle\.js|\.css))?$/;

/**
 * Serves the OpenAPI document at `/api/docs.json`, and a page that shows it at `/api/docs`, with all its
 * files.
 */
export function serveDocs(app: NestExpressApplication, document: string): void {
  // Express hides a file whose path below the root has a folder that begins with a dot.
  const root = dirname(document);
  app.use('/api/docs.json', (request: Request, response: Response, next: NextFunction) => {
    if (!isRead(request) || request.path !== '/') return next();
    response.sendFile(basename(document), { root });
  });
  const files = serveFiles(
    dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    { index: false, redirect: false },
  );
  app.use('/api/docs', (request: Request, response: Response, next: NextFunction) => {
    if (!isRead(request) || !PATHS.test(request.path)) return next();
    response.setHeader('Content-Security-Policy', POLICY);
    if (request.path === '/') response.type('html').send(PAGE);
    else if (request.path === '/start.js') response.type('js').send(START);
    else files(request, response, next);
  });
}

const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';
