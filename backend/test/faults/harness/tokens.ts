import jsonwebtoken, { type JwtPayload } from 'jsonwebtoken';

/** @returns the same token, signed anew to run out in `lifeMs` */
export function expiring(
  token: string,
  signingKey: string,
  lifeMs: number,
): { token: string; endsAtMs: number } {
  const decoded = jsonwebtoken.decode(token, { complete: true });
  if (!decoded) throw new Error('no token');
  const payload = decoded.payload as JwtPayload;
  const exp = Math.ceil((Date.now() + lifeMs) / 1_000);
  const header = { ...decoded.header, alg: 'ES256' };
  const signed = jsonwebtoken.sign({ ...payload, exp }, signingKey, { algorithm: 'ES256', header });
  return { token: signed, endsAtMs: exp * 1_000 };
}
