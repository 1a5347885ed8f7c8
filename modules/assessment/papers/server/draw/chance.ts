/** Chance that a seed decides: the same seed gives the same draw and the same order on every machine. */

/** Mixes the bits of a text and a seed into 32 bits (FNV-1a, finished as MurmurHash3 does). */
export function hashOf(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** The items in an order that the seed decides. It depends on the items alone, not on the order in which they come. */
export function shuffled<Item>(items: readonly Item[], keyOf: (item: Item) => string, seed: number): Item[] {
  return items
    .map((item) => ({ item, key: keyOf(item), luck: hashOf(keyOf(item), seed) }))
    .sort((one, other) => one.luck - other.luck || (one.key < other.key ? -1 : 1))
    .map(({ item }) => item)
}
