/** @returns the token of an `Authorization` header; empty when it has none */
export function bearerOf(header: string | undefined): string {
  return /^Bearer (\S+)$/i.exec(header ?? '')?.[1] ?? '';
}
