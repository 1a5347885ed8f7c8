/** The places in which two contents differ: `stem`, `options.1`, `parts.0.content.right`. */

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

export function differencesOf(one: unknown, other: unknown, path = ''): string[] {
  if (one === other) return []
  if (!isTree(one) || !isTree(other) || Array.isArray(one) !== Array.isArray(other)) return [path]
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.flatMap((name) => differencesOf(one[name], other[name], path === '' ? name : `${path}.${name}`))
}
