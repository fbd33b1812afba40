/** A map with room for `size` entries; a further one replaces the entry that was used longest ago. */
export class LruMap<K, V> extends Map<K, V> {
  private readonly most: number;

  constructor(size: number) {
    super();
    this.most = size;
  }

  override get(key: K): V | undefined {
    const value = super.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  /** Makes the entry the last one, because a map keeps its entries in the order of their insertion. */
  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    const [oldest] = this.keys();
    if (oldest !== undefined && this.size > this.most) this.delete(oldest);
    return this;
  }
}
