/**
 * Shows a text with its isolated parts as elements: names, addresses and numbers of homes, see
 * `isolated`. A browser's translation would make other words of them, and another script beside them
 * would change their order.
 */
export function Names({ in: text }: { in: string }) {
  // A text that changes gets a new element. Each second part was isolated.
  return text.split(/\u2068([^\u2069]*)\u2069/).map(
    (part, n) =>
      part &&
      (n % 2 ? (
        <bdi
          key={`${n} ${part}`}
          translate="no"
          // A number of a home, or a code, that is broken in two reads like another one.
          className={/^\d+$|^[A-Z0-9]{4}-[A-Z0-9]{4}$/.test(part) ? 'whitespace-nowrap' : undefined}
        >
          {part}
        </bdi>
      ) : (
        <span key={`${n} ${part}`}>{part}</span>
      )),
  );
}
