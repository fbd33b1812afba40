import type { AccessCode } from '@contract/http';

/**
 * Returns the codes that contain every word of the query, in the code or its receiver's details.
 */
export function searchCodes(codes: AccessCode[], query: string): AccessCode[] {
  const words = lowered(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return codes;
  return codes.filter(({ code, name, email, company }) => {
    const text = lowered([code, name, email, company].join('\n'));
    return words.every((word) => text.includes(word));
  });
}

const lowered = (text: string) => text.toLocaleLowerCase('sv');
