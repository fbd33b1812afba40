import * as ws from 'ws';
import { textFrame } from './text-frame.js';

/** The class is missing in the published types of ws. */
const { Sender } = ws as unknown as {
  Sender: { frame(data: Buffer, options: object): Buffer[] };
};

it.each([
  ...[0, 1, 125, 126, 127, 65_535, 65_536, 70_000].map((length) => 'x'.repeat(length)),
  'Åsa 🔥 \u2028 \u0000',
  '🔥'.repeat(40),
  '\ud800',
])('is the frame that ws sends (case %#)', (text) => {
  const options = { opcode: 1, fin: true, mask: false, rsv1: false, readOnly: true };
  const expected = Buffer.concat(Sender.frame(Buffer.from(text), options));
  expect(textFrame(text).equals(expected)).toBe(true);
});
