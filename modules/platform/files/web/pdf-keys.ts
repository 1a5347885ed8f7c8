/** The keys of the PDF reader, and the steps of its zoom. */

/** Zoom in steps of a quarter, between a quarter and four times. */
export function zoomStep(scale: number, direction: 1 | -1): number {
  const next = direction > 0 ? Math.floor(scale * 4 + 0.01) + 1 : Math.ceil(scale * 4 - 0.01) - 1
  return Math.min(Math.max(next / 4, 0.25), 4)
}

export function zoomForKey(key: string, scale: number): number | 'fit' | undefined {
  if (key === '+' || key === '=') return zoomStep(scale, 1)
  if (key === '-') return zoomStep(scale, -1)
  return key === '0' ? 'fit' : undefined
}

/** The target page of a key. The browser handles keys that scroll (page up and down, arrows up and down, space). */
export function pageForKey(key: string, page: number, pageCount: number): number | undefined {
  const pages = new Map([
    ['ArrowRight', page + 1],
    ['ArrowLeft', page - 1],
    ['Home', 1],
    ['End', pageCount],
  ])
  return pages.get(key)
}
