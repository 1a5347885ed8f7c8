/**
 * A watermark with the viewer's name over a video: a faint pattern and a moving label. Both are in closed shadow
 * trees of elements without a class, with important inline styles. A removed or changed watermark is restored, and
 * the removal is reported.
 */
const moveEveryMs = 9000
const lookEveryMs = 1500

const layerStyle: Readonly<Record<string, string>> = {
  all: 'initial',
  position: 'absolute',
  inset: '0',
  display: 'block',
  visibility: 'visible',
  opacity: '1',
  overflow: 'hidden',
  'pointer-events': 'none',
  'z-index': '1',
  transform: 'none',
  filter: 'none',
  'clip-path': 'none',
  'content-visibility': 'visible',
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A tile of the pattern: the text slanted, twice, white with a dark edge, so that it is visible on any picture. */
export function watermarkTile(text: string): string {
  const safe = text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')
  const line = (x: number, y: number) =>
    `<text x="${x}" y="${y}" transform="rotate(-20 ${x} ${y})" fill="#fff" fill-opacity=".16" stroke="#000" stroke-opacity=".14" stroke-width="2.5" paint-order="stroke" font-size="15" font-family="sans-serif">${safe}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="240">${line(10, 110)}${line(220, 230)}</svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}

type Make = (text: string) => HTMLElement

const makePattern: Make = (text) => {
  const inner = document.createElement('div')
  inner.style.cssText = 'position:absolute;inset:0'
  inner.style.backgroundImage = watermarkTile(text)
  return inner
}

const makeLabel: Make = (text) => {
  const inner = document.createElement('div')
  inner.style.cssText =
    'position:absolute;white-space:nowrap;font:500 15px/1.4 sans-serif;color:rgb(255 255 255/.5);text-shadow:0 0 3px rgb(0 0 0/.65),0 0 1px rgb(0 0 0/.65);padding:2px 6px;max-width:90%;overflow:hidden;text-overflow:ellipsis'
  inner.textContent = text
  return inner
}

/** A new position of the label, inside the frame and away from the controls. */
function move(label: HTMLElement): void {
  label.style.left = `${5 + Math.random() * 50}%`
  label.style.top = `${6 + Math.random() * 70}%`
}

class Layer {
  readonly #frame: HTMLElement
  readonly #make: Make
  #host: HTMLElement | undefined
  /** The style in the browser's notation. */
  #style = ''
  inner: HTMLElement | undefined

  constructor(frame: HTMLElement, make: Make) {
    this.#frame = frame
    this.#make = make
  }

  /** Restores the layer. Answers whether it had been changed. */
  restore(text: string): boolean {
    if (this.#host && this.#isWhole(this.#host)) return false
    this.#host?.remove()
    const host = document.createElement('div')
    host.setAttribute('aria-hidden', 'true')
    for (const [name, value] of Object.entries(layerStyle)) host.style.setProperty(name, value, 'important')
    this.#style = host.style.cssText
    this.inner = this.#make(text)
    host.attachShadow({ mode: 'closed' }).append(this.inner)
    this.#host = host
    this.#frame.append(host)
    return true
  }

  #isWhole(host: HTMLElement): boolean {
    if (host.parentElement !== this.#frame || host.attributes.length !== 2) return false
    if (host.style.cssText !== this.#style) return false
    const shown = getComputedStyle(host)
    return shown.display === 'block' && shown.visibility === 'visible' && shown.opacity === '1' && host.hidden !== true
  }

  remove(): void {
    this.#host?.remove()
    this.#host = undefined
  }
}

/** Shows the text over the positioned frame. Calls `onTampered` after each restoration. */
export function addWatermark(frame: HTMLElement, text: string, onTampered?: () => void): () => void {
  const layers = [new Layer(frame, makePattern), new Layer(frame, makeLabel)]
  const place = () => {
    const label = layers[1]?.inner
    if (label) move(label)
  }
  const restore = () => {
    // Restores all layers, not only the first changed one.
    const amiss = layers.map((layer) => layer.restore(text))
    if (amiss[1]) place()
    // Ignores the observer's records of the restoration itself.
    observer.takeRecords()
    return amiss.includes(true)
  }
  const look = () => {
    if (restore()) onTampered?.()
  }
  const observer = new MutationObserver(look)
  restore()
  observer.observe(frame, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['style', 'class', 'hidden'],
  })
  const looking = setInterval(look, lookEveryMs)
  const moving = setInterval(place, moveEveryMs)
  return () => {
    observer.disconnect()
    clearInterval(looking)
    clearInterval(moving)
    for (const layer of layers) layer.remove()
  }
}
