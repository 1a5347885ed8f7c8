import { SEARCH_DEBOUNCE_MS } from './timing.ts'

/** The screen that the address names: what stands behind the question mark is the screen's own. */
const screenNow = () => location.hash.split('?')[0]

/**
 * Searches a moment after the last key. The address changes at once with a click, while the old screen stands until the new one
 * has come: what was typed there must not lead back to it.
 */
export function searchLater(search: () => void): () => void {
  const screen = screenNow()
  const timer = setTimeout(() => {
    if (screenNow() === screen) search()
  }, SEARCH_DEBOUNCE_MS)
  return () => clearTimeout(timer)
}
