/** The place in a section that an address names: `second` of a video (`at` in links of the search) as milliseconds, or `page` of a document. */
export function placeIn(query: URLSearchParams): number | undefined {
  const second = query.get('second') ?? query.get('at') ?? ''
  if (/^\d{1,6}$/.test(second)) return Number(second) * 1000
  const page = query.get('page') ?? ''
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : undefined
}
