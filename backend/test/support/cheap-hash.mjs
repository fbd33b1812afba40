// @ts-check
import { hash } from '@node-rs/argon2';

/**
 * Hashes a demo password with the lowest costs that the library takes. Every test signs its members in,
 * and a hash is verified with the costs that it names itself.
 * @param {string} password
 */
export const cheapHash = (password) =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
