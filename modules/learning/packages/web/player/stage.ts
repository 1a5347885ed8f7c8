/** Where content is shown: one frame at a time, or a word of ours in its place. */
import { word } from './words.ts'

const stage = document.getElementById('stage') as HTMLElement
const notice = document.getElementById('notice') as HTMLElement

export function say(key: Parameters<typeof word>[0]): void {
  notice.textContent = word(key)
  notice.hidden = false
}

function hush(): void {
  notice.hidden = true
}

/** A frame with a document of the package; `left` is called when it navigates to another one. */
export function showFrame(url: string, loaded?: (frame: HTMLIFrameElement) => void): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.className = 'whole'
  frame.title = word('frame')
  frame.allow = 'fullscreen; autoplay'
  frame.addEventListener('load', () => loaded?.(frame))
  frame.src = url
  stage.replaceChildren(frame)
  hush()
  return frame
}

export function showElement(element: HTMLElement): void {
  stage.replaceChildren(element)
  hush()
}

/** Takes the content away: its own farewells run now. */
export function clear(): void {
  stage.replaceChildren()
}
