import { inspect } from 'node:util';

/** An id that would make equal states differ. */
const RANDOM_ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

const ID_LENGTH = 36;

/** @returns the text with the same word for every random id */
export const withoutIds = (text: string): string =>
  text.length < ID_LENGTH ? text : text.replace(RANDOM_ID, 'random');

/**
 * Writes down everything that can be reached from a value. Functions all read the same, so what they
 * close over has to be reached in another way.
 * @param isLeftOut whether an object is another process's, or never changes
 */
export function stateText(
  value: unknown,
  isLeftOut: (object: object) => boolean = () => false,
): string {
  const numbers = new Map<object, number>();
  let text = '';
  const write = (item: unknown): void => {
    if (typeof item === 'string') text += `"${withoutIds(item)}"`;
    else if (typeof item === 'function') text += 'function';
    else if (typeof item !== 'object' || item === null) text += String(item);
    else if (isLeftOut(item)) text += 'left out';
    else writeObject(item);
    text += ',';
  };
  const writeObject = (item: object): void => {
    const number = numbers.get(item);
    if (number !== undefined) {
      text += `#${number}`;
      return;
    }
    numbers.set(item, numbers.size);
    if (item instanceof Date) text += `@${item.getTime()}`;
    else if (item instanceof Promise) text += resultText(item);
    else writeContent(item);
  };
  const writeContent = (item: object): void => {
    text += '{';
    if (Array.isArray(item)) item.forEach(write);
    // Nothing depends on the order of a set.
    else if (item instanceof Set)
      text += [...item]
        .map((one) => withoutIds(String(one)))
        .sort()
        .join();
    else if (item instanceof Map) {
      for (const [key, one] of item) {
        write(key);
        write(one);
      }
    } else {
      const fields = item as Record<string, unknown>;
      for (const key in fields) {
        text += `${key}:`;
        write(fields[key]);
      }
    }
    text += '}';
  };
  write(value);
  return text;
}

/** @returns a promise's result as text. Only `inspect` shows it without a wait. */
function resultText(promise: Promise<unknown>): string {
  const text = inspect(promise, { depth: 6, maxArrayLength: null, maxStringLength: null });
  // Behind the result stand the fields of `node:async_hooks`, with numbers that always differ.
  return withoutIds(text.split('[Symbol(')[0] ?? '');
}
