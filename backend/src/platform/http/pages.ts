import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import expressStaticGzip from 'express-static-gzip';
import { isPage, PAGE_HEADS, plainPath } from '../../contract/paths.js';
import { AppError } from '../errors/app-error.js';

/** The built frontend. */
export const PAGES_ROOT = fileURLToPath(new URL('../../../../frontend/dist', import.meta.url));
const LETTERS = 12;

/**
 * Names a build by the hash of its `index.html`, which contains the hash of every script and style.
 * All nodes that serve the same pages thus have the same name for them.
 * @returns 12 hexadecimal digits, or "dev" when the frontend was not built
 */
export function readBuild(root: string): string {
  const file = join(root, 'index.html');
  if (!existsSync(file)) return 'dev';
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, LETTERS);
}

const API = /^\/api(\/|$)/;
const NOT_PAGES = /^\/(api|socket\.io|metrics)(\/|$)/;
const HASHED = /[\\/]assets[\\/]/;

/**
 * Serves the built frontend. An address that is no file gets the application, which shows the page
 * or the 404. A missing asset gets a plain 404, or a tab of the last release would run HTML as
 * script.
 * @param root the folder with `index.html`
 * @param values written into the `<meta>` of their names, because one build serves every installation
 */
export function servePages(
  app: NestExpressApplication,
  root: string,
  values: Record<string, string>,
): void {
  const serveFile = files(root);
  app.use((request: Request, response: Response, next: NextFunction) =>
    isFile(request.path) ? serveFile(request, response, next) : next(),
  );
  const page = readPage(root, { ...values, 'resq-build': readBuild(root) });
  const pages = page === undefined ? undefined : new Pages(page);
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.path.startsWith('/assets/')) {
      response.status(404).type('text/plain').send('Not found');
      return;
    }
    if (API.test(request.path) && isDecodable(request.path)) return next();
    const asked = request.method === 'GET' || request.method === 'HEAD';
    // The router would answer 400 or an English page.
    if (!asked || !pages || NOT_PAGES.test(request.path)) {
      return next(new AppError('request.not_found'));
    }
    const path = plainPath(request.path);
    if (!PAGE_HEADS[path]) response.setHeader('X-Robots-Tag', 'noindex');
    response.status(isPage(request.path) ? 200 : 404);
    response.setHeader('Cache-Control', 'no-cache');
    pages.of(path).send(request, response.type('html'));
  });
}

/** Returns false for `/%` and the like, on which the file server and the router fail. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Returns false for `index.html` too: the file on the disk lacks the values of this installation. */
function isFile(path: string): boolean {
  return (
    isDecodable(path) && posix.normalize(decodeURIComponent(path)).toLowerCase() !== '/index.html'
  );
}

/** Sends the brotli or gzip copy of a file that the build made, if there is one. */
function files(root: string): RequestHandler {
  return expressStaticGzip(root, {
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    index: false,
    serveStatic: {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      setHeaders: (response, file) => {
        response.setHeader(
          'Cache-Control',
          HASHED.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    },
  });
}

/** @returns undefined when the frontend was not built, as in tests of the API */
function readPage(root: string, values: Record<string, string>): string | undefined {
  const file = join(root, 'index.html');
  if (!existsSync(file)) return undefined;
  return Object.entries(values).reduce(
    (page, [name, value]) => withContent(page, name, value),
    readFileSync(file, 'utf8'),
  );
}

/**
 * Keeps the page with each of its heads. All users load it when an alarm rings, and compressing it
 * for each of them would cost most then.
 */
class Pages {
  private readonly texts = new Map<string, EncodedText>();

  constructor(private readonly page: string) {}

  of(path: string): EncodedText {
    // All other addresses share one text, or a visitor could fill the memory with them.
    const key = PAGE_HEADS[path] ? path : '';
    const known = this.texts.get(key);
    if (known) return known;
    const made = new EncodedText(withHead(this.page, key));
    this.texts.set(key, made);
    return made;
  }
}

/** Search engines and link previews run no scripts, so the served page must contain its head. */
function withHead(page: string, path: string): string {
  const head = PAGE_HEADS[path];
  if (!head) return page;
  const titled = page.replace(/<title>[^<]*/, () => `<title>${escaped(head.title)}`);
  return withContent(titled, 'description', head.description);
}

function withContent(page: string, name: string, content: string): string {
  const pattern = new RegExp(`(<meta\\s+name="${name}"\\s+content=")[^"]*`);
  return page.replace(pattern, (_all, start: string) => start + escaped(content));
}

function escaped(text: string): string {
  return text.replace(/[&"<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const ENCODERS = { br: brotliCompressSync, gzip: gzipSync };
const PREFERRED = ['br', 'gzip'] as const;

/** A text that is compressed when it is first asked for, and then kept in that form. */
export class EncodedText {
  private readonly encoded: Partial<Record<(typeof PREFERRED)[number], Buffer>> = {};

  constructor(private readonly text: string) {}

  /** Sends the text in the best encoding that the request accepts. */
  send(request: Request, response: Response): void {
    response.vary('Accept-Encoding');
    const encoding = PREFERRED.find((one) => request.acceptsEncodings(one));
    if (!encoding) {
      response.send(this.text);
      return;
    }
    response.setHeader('Content-Encoding', encoding);
    response.send((this.encoded[encoding] ??= ENCODERS[encoding](this.text)));
  }
}
