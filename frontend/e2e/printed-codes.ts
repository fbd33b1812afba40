import { inflateSync } from 'node:zlib';
import type { Locator } from '@playwright/test';
import decodeQR from 'qr/decode.js';

/** A page of paper, as Chromium prints it. */
export interface PrintedPage {
  codes: PrintedCode[];
}

export interface PrintedCode {
  text: string;
  /** The side of its square, with the empty border. */
  mm: number;
}

const A4 = '/MediaBox [0 0 594.95996 841.91998]';
const MM_PER_POINT = 25.4 / 72;
const PX_PER_MODULE = 4;

/** A transformation, a white square of n modules on it, and the outlines of what is filled with black. */
const CODE =
  /(\S+) 0 0 \1 \S+ \S+ cm\n1 1 1 RG 1 1 1 rg\n(?:\/\S+ gs\n)?0 0 (\d+) \2 re\nf\n0 0 0 RG 0 0 0 rg\n((?:[\d.]+ [\d.]+ [ml]\n|h\n)+)f/g;

/**
 * Reads the pages of a PDF that Chromium has made, and decodes the QR codes on them as a camera would.
 * @throws when a page is not A4
 */
export function readPages(pdf: Buffer): PrintedPage[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/\/Type \/Page\n[^]*?endobj/g)].map(([page]) => {
    if (!page.includes(A4)) throw new Error(`A page is not A4: ${page}`);
    const content = contentOf(pdf, text, /\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '');
    const scale = Number(content.trim().split(' ')[0]);
    const codes = [...content.matchAll(CODE)].map(([, unit, size, outlines = '']) => ({
      text: decoded(Number(size), outlines),
      mm: scale * Number(unit) * Number(size) * MM_PER_POINT,
    }));
    return { codes };
  });
}

function contentOf(pdf: Buffer, text: string, object: string): string {
  const [head = ''] = new RegExp(`\\n${object} 0 obj\\n[^]*?stream\\n`).exec(text) ?? [];
  const start = text.indexOf(head) + head.length;
  const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
  return inflateSync(pdf.subarray(start, start + length)).toString('latin1');
}

/** Decodes a QR code on a screen, as another phone's camera would. */
export async function readCode(code: Locator): Promise<string> {
  const [, size = ''] = (await code.getAttribute('viewBox'))?.match(/^0 0 (\d+) \d+$/) ?? [];
  const path = (await code.locator('path').getAttribute('d')) ?? '';
  return decoded(Number(size), path.replaceAll(/M(\d+ \d+)h1v1h-1z/g, '$1 m\n'));
}

/** Each outline that begins at a corner of a module fills that module. */
function decoded(size: number, outlines: string): string {
  const width = size * PX_PER_MODULE;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x, y] of outlines.matchAll(/(\d+) (\d+) m\n/g)) {
    for (let n = 0; n < PX_PER_MODULE ** 2; n++) {
      const column = Number(x) * PX_PER_MODULE + (n % PX_PER_MODULE);
      const row = Number(y) * PX_PER_MODULE + Math.floor(n / PX_PER_MODULE);
      data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return decodeQR({ width, height: width, data });
}
