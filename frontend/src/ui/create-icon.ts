import { createElement, type SVGProps } from 'react';

interface IconData {
  size: number;
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * Stands in for the function of the same purpose in the icons' package, which also has themes and
 * sizes that no icon here uses: 1 kB on every page.
 */
export default function createIcon({ size, node }: IconData) {
  return function Icon(props: SVGProps<SVGSVGElement>) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: `0 0 ${size} ${size}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
  };
}
