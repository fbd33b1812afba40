import jsonwebtoken, { type JwtPayload } from 'jsonwebtoken';

/** @returns the same token, signed again to expire after `lifeMs` */
export function expiring(
  token: string,
  signingKey: string,
  lifeMs: number,
): { token: string; endsAtMs: number } {
  const exp = Math.ceil((Date.now() + lifeMs) / 1_000);
  return { token: signedAnew(token, signingKey, { exp }), endsAtMs: exp * 1_000 };
}

/** @returns the token with other claims, for example another person's */
export function signedAnew(token: string, signingKey: string, claims: JwtPayload): string {
  const decoded = jsonwebtoken.decode(token, { complete: true });
  if (!decoded) throw new Error('the token is no JWT');
  const header = { ...decoded.header, alg: 'ES256' };
  const payload = { ...(decoded.payload as JwtPayload), ...claims };
  return jsonwebtoken.sign(payload, signingKey, { algorithm: 'ES256', header });
}
