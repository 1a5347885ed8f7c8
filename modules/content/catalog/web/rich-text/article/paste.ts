/**
 * What other programs put on the clipboard, as structure without their dirt. Word and WPS write lists as paragraphs with a number
 * in front, headings as a class, and pictures as files of the sender’s disk.
 */

/** Between these signs the number of a picture stands that is uploaded to there. */
export const [pictureStart, pictureEnd] = ['\ue010', '\ue011'] as const

export interface Pasted {
  readonly html: string
  /** Pictures that came inside the text, in their order. */
  readonly pictures: readonly string[]
  /** Pictures that stayed on the sender’s disk, or belong to another site. */
  readonly lostCount: number
}

const dropped =
  'script,style,meta,link,title,xml,iframe,object,embed,form,input,button,select,textarea,svg,math,template,noscript'

/** The classes whose paragraphs are headings: those of Word are named after the style, which may be 1, 2 or 标题. */
function headingClasses(styles: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const [, names = '', body = ''] of styles.matchAll(/([^{}]{1,500})\{([^{}]{0,5000})\}/g)) {
    const level = Number(/mso-outline-level:\s*(\d)/.exec(body)?.[1])
    if (level >= 1)
      for (const [, name = ''] of names.matchAll(/(?:p|li|div)\.([\w\u4e00-\u9fff-]+)/g)) found.set(name, level)
  }
  return found
}

const replaceTag = (element: Element, tag: string): Element => {
  const made = element.ownerDocument.createElement(tag)
  made.append(...element.childNodes)
  element.replaceWith(made)
  return made
}

function makeHeadings(body: HTMLElement, styles: string): void {
  const classes = headingClasses(styles)
  for (const paragraph of body.querySelectorAll('p')) {
    const style = paragraph.getAttribute('style') ?? ''
    const own = Number(/mso-outline-level:\s*(\d)/.exec(style)?.[1] ?? Number.NaN)
    const byClass = [...paragraph.classList].map((name) => (name === 'MsoTitle' ? 1 : classes.get(name)))
    const level = own >= 1 ? own : byClass.find((found) => found !== undefined)
    if (level !== undefined && paragraph.textContent?.trim()) replaceTag(paragraph, `h${Math.min(level, 3)}`)
  }
  for (const low of body.querySelectorAll('h4,h5,h6')) replaceTag(low, 'h3')
}

const isNumber = (mark: string) => /^[(（]?(?:\d+|[a-z]{1,4}|[一二三四五六七八九十]+)[.)）、．]?$/i.test(mark.trim())

/** The level of a paragraph that Word means as an entry of a list. */
function listLevel(element: Element | null): number | undefined {
  if (element?.tagName !== 'P') return undefined
  const level = /mso-list:\s*l\d+\s+level(\d)/i.exec(element.getAttribute('style') ?? '')?.[1]
  return level === undefined ? undefined : Number(level)
}

function takeMark(paragraph: Element): string {
  const mark = [...paragraph.querySelectorAll('span')].find((span) =>
    /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
  )
  const text = mark?.textContent ?? ''
  mark?.remove()
  return text.replace(/\u00a0/g, ' ').trim()
}

/** Paragraphs of a list that follow each other become one list with its levels. */
function makeLists(body: HTMLElement): void {
  for (const paragraph of [...body.querySelectorAll('p')]) {
    if (!paragraph.isConnected || listLevel(paragraph) === undefined) continue
    const run: Element[] = []
    for (let next: Element | null = paragraph; next && listLevel(next) !== undefined; next = next.nextElementSibling)
      run.push(next)
    const open: { readonly level: number; readonly list: Element }[] = []
    const place = body.ownerDocument.createComment('list')
    paragraph.before(place)
    for (const entry of run) {
      const level = listLevel(entry) ?? 1
      const mark = takeMark(entry)
      while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop()
      const top = open.at(-1)
      if (!top || top.level < level) {
        const list = body.ownerDocument.createElement(isNumber(mark) ? 'ol' : 'ul')
        const parent = top?.list.lastElementChild
        if (parent) parent.append(list)
        else place.before(list)
        open.push({ level, list })
      }
      const item = body.ownerDocument.createElement('li')
      open.at(-1)?.list.append(item)
      // It is no entry any more that a later round would take once more.
      entry.removeAttribute('style')
      item.append(entry)
    }
    place.remove()
  }
}

const ownFile = /^(?:https?:\/\/[^/]+)?(\/api\/v1\/human\/file\/[0-9a-f-]{36})(?:\?.*)?$/

function takePictures(body: HTMLElement, origin: string): Pick<Pasted, 'pictures' | 'lostCount'> {
  const pictures: string[] = []
  let lostCount = 0
  for (const picture of body.querySelectorAll('img')) {
    const src = picture.getAttribute('src') ?? ''
    const own = ownFile.exec(src)?.[1]
    if (own !== undefined && (src.startsWith('/') || src.startsWith(origin))) {
      picture.setAttribute('src', own)
    } else if (/^data:image\/(?:png|jpeg|gif|bmp);base64,/.test(src)) {
      const mark = body.ownerDocument.createElement('p')
      mark.textContent = `${pictureStart}${pictures.push(src) - 1}${pictureEnd}`
      picture.replaceWith(mark)
    } else {
      // A picture of one pixel only counts readers.
      if (picture.getAttribute('width') !== '1') lostCount += 1
      picture.remove()
    }
  }
  return { pictures, lostCount }
}

/** Comments of Word hold what other programs must not show. */
function dropComments(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const comments: Node[] = []
  while (walker.nextNode()) comments.push(walker.currentNode)
  for (const comment of comments) (comment as Comment).remove()
}

/** The pasted HTML without styles, with headings, lists and pictures as ours. */
export function cleanPaste(html: string, origin: string): Pasted {
  // Copied within an editor: it is ours already.
  if (/data-pm-slice/.test(html)) return { html, pictures: [], lostCount: 0 }
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  const styles = [...parsed.querySelectorAll('style')].map((style) => style.textContent ?? '').join('\n')
  const { body } = parsed
  dropComments(body)
  for (const element of body.querySelectorAll(dropped)) element.remove()
  makeHeadings(body, styles)
  makeLists(body)
  const taken = takePictures(body, origin)
  for (const element of body.querySelectorAll('*')) {
    // Google documents stand in a bold element that is not bold; the style says so.
    const style = element.getAttribute('style') ?? ''
    if (element.tagName === 'B' && /font-weight:\s*(?:normal|400)/.test(style))
      element.replaceWith(...element.childNodes)
    const isBold = element.tagName === 'SPAN' && /font-weight:\s*(?:bold|[6-9]00)/.test(style)
    element.removeAttribute('style')
    element.removeAttribute('id')
    if (!/^language-/.test(element.className)) element.removeAttribute('class')
    if (isBold) replaceTag(element, 'strong')
    // `o:p` of Word.
    if (element.tagName.includes(':')) element.replaceWith(...element.childNodes)
  }
  for (const empty of body.querySelectorAll('p'))
    if (!/\S/.test(empty.textContent ?? '') && !empty.querySelector('img')) empty.remove()
  return { html: body.innerHTML, ...taken }
}

/** A picture that stands in an address, as a file. */
export function fileOfData(address: string): File | undefined {
  const [, type = '', data = ''] = /^data:(image\/[a-z]+);base64,([a-z0-9+/=\s]+)$/i.exec(address) ?? []
  if (data === '') return undefined
  try {
    const bytes = Uint8Array.from(atob(data.replace(/\s/g, '')), (sign) => sign.charCodeAt(0))
    return new File([bytes], `picture.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`, { type })
  } catch {
    return undefined
  }
}
