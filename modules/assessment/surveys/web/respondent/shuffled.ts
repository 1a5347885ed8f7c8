/** An order by chance that stays the same for one respondent and question, over reloads as well. */

/** FNV-1a: a number of a text, spread evenly. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // The last letters count as much as the first.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

export function shuffled<Item extends { readonly id: number }>(items: readonly Item[], seed: string): Item[] {
  return items
    .map((item) => ({ item, place: hashOf(`${seed} ${item.id}`) }))
    .toSorted((a, b) => a.place - b.place || a.item.id - b.item.id)
    .map(({ item }) => item)
}
