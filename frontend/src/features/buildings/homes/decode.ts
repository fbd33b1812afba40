/** The byte order marks of the encodings that say what they are. */
const MARKS: [number[], string][] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xef, 0xbb, 0xbf], 'utf-8'],
];
/** The first bytes of Excel's files: a ZIP archive, and the compound file of old versions. */
const EXCEL = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

const begins = (bytes: Uint8Array, mark: number[]) => mark.every((byte, n) => bytes[n] === byte);

/**
 * Reads a text file of a spreadsheet: by its byte order mark, else as UTF-8 where it is valid, and else as
 * windows-1252, which Swedish versions of Excel write.
 * @returns the text; undefined for a file of Excel itself
 */
export function decode(bytes: Uint8Array): string | undefined {
  if (EXCEL.some((mark) => begins(bytes, mark))) return undefined;
  const marked = MARKS.find(([mark]) => begins(bytes, mark))?.[1];
  if (marked) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
