import type { Neighbour } from '@contract/alarm';

interface NamesProps {
  in: string;
  of: Partial<Pick<Neighbour, 'name' | 'home'>>[];
}

/**
 * Shows a text in which the names and the numbers of homes stay as they are: a browser's translation
 * would make other words of them, and another script beside them would change their order.
 */
export function Names({ in: text, of }: NamesProps) {
  const words = of
    .flatMap(({ name, home }) => [name, home?.apartment])
    .filter((word): word is string => !!word);
  if (words.length === 0) return <span>{text}</span>;
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  // A text that changes gets a new element. Each second part is a word of the pattern.
  return text.split(new RegExp(`(${pattern})`)).map((part, n) => (
    <bdi key={`${n} ${part}`} translate={n % 2 ? 'no' : undefined}>
      {part}
    </bdi>
  ));
}
