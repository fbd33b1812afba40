import type { Request, Response } from 'express';
import { brotliCompressSync, gzipSync } from 'node:zlib';

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
