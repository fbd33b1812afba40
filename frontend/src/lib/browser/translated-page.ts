/**
 * Lets React go on in a page whose text nodes another program has wrapped or replaced, as the
 * browser's translation does with `<font>`. React then removes or inserts beside a node that is no
 * longer there, and the error would end the whole page (github.com/facebook/react/issues/11538). The
 * linter gives each text an element of its own; this is the last net, for texts that it cannot see.
 */
export function tolerateTranslation(): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with their node below
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ) {
    return insertBefore.call(this, node, before && childOf(this, before)) as T;
  };
  Node.prototype.removeChild = function <T extends Node>(this: Node, node: T) {
    const child = childOf(this, node);
    if (child) removeChild.call(this, child);
    return node;
  };
}

/** @returns the child of `parent` that holds the node; null when the node is gone from it */
function childOf(parent: Node, node: Node): Node | null {
  let child: Node | null = node;
  while (child && child.parentNode !== parent) child = child.parentNode;
  return child;
}
