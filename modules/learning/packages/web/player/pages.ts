/** xAPI and cmi5: the content talks to the record store by itself; what is left to us is where it is shown. */
import { tell } from './bridge.ts'
import type { OpenedUnit } from './shapes.ts'
import { clear, showElement, showFrame } from './stage.ts'
import { word } from './words.ts'

const lookAgainMs = 15_000
/** In the first minute: a result that comes too soon comes then. */
const looksAtFirst = { everyMs: 5000, forMs: 60_000 }

/** cmi5 content goes to `returnURL` when the learner leaves it. */
function hasReturned(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentWindow?.location.pathname.endsWith('/~/returned') ?? false
  } catch {
    // A unit on a site of its own: where it stands is not ours to see.
    return false
  }
}

export function openPage(unit: OpenedUnit): () => void {
  const look = () => tell({ kind: 'shuyuan.package.progress' })
  let timer = setInterval(look, looksAtFirst.everyMs)
  const later = setTimeout(() => {
    clearInterval(timer)
    timer = setInterval(look, lookAgainMs)
  }, looksAtFirst.forMs)
  const leave = () => {
    clearInterval(timer)
    clearTimeout(later)
    clear()
    tell({ kind: 'shuyuan.package.progress' })
  }
  if (unit.ownWindow) {
    const link = document.createElement('a')
    link.href = unit.url
    link.target = '_blank'
    link.textContent = word('ownWindow')
    const place = document.createElement('p')
    place.className = 'own-window'
    place.append(link)
    showElement(place)
    return leave
  }
  showFrame(unit.url, (frame) => {
    tell({ kind: 'shuyuan.package.progress' })
    if (hasReturned(frame)) tell({ kind: 'shuyuan.package.exit' })
  })
  return leave
}
