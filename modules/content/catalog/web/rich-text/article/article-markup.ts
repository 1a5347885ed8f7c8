/** The HTML of an article as readers see it: with places to go to, colors, formulas, and what can be opened. */
import type { TextOf } from '#web/i18n/texts.ts'
import type { Formulas } from '#web/ui/formulas.ts'
import { sizedUrl } from '#web/ui/picture.ts'
import type { Highlight } from './code-highlight.ts'

export interface ArticleHeading {
  readonly id: string
  readonly level: number
  readonly text: string
}

export interface ArticlePicture {
  readonly src: string
  readonly alt: string
}

export interface Drawn {
  readonly html: string
  readonly headings: readonly ArticleHeading[]
  readonly pictures: readonly ArticlePicture[]
}

interface Tools {
  /** Tells the headings of several articles on one page apart. */
  readonly prefix: string
  readonly formulas: Formulas | undefined
  readonly highlight: Highlight | undefined
  readonly t: TextOf
  readonly origin: string
}

const shownWidth = 1280

function headings(root: DocumentFragment, prefix: string): ArticleHeading[] {
  const all = [...root.querySelectorAll('h1,h2,h3,h4')].filter((element) => element.textContent?.trim())
  return all.map((element, at) => {
    element.id = `${prefix}-${at + 1}`
    element.setAttribute('tabindex', '-1')
    return { id: element.id, level: Number(element.tagName.slice(1)), text: element.textContent?.trim() ?? '' }
  })
}

/** Each picture is in a button that opens it. */
function pictures(root: DocumentFragment, t: TextOf): ArticlePicture[] {
  return [...root.querySelectorAll('img')].map((image, at) => {
    const picture = { src: image.getAttribute('src') ?? '', alt: image.getAttribute('alt') ?? '' }
    image.setAttribute('src', sizedUrl(picture.src, shownWidth))
    image.setAttribute('loading', 'lazy')
    image.setAttribute('decoding', 'async')
    const opener = document.createElement('button')
    opener.type = 'button'
    opener.dataset.picture = String(at)
    opener.setAttribute('aria-label', t('article.pictureOpen', { name: picture.alt }))
    image.replaceWith(opener)
    opener.append(image)
    return picture
  })
}

function tables(root: DocumentFragment, t: TextOf): void {
  for (const table of root.querySelectorAll('table')) {
    const widths = [...(table.querySelector('tr')?.children ?? [])].flatMap((cell) => {
      const own = (cell as HTMLElement).dataset.colwidth?.split(',').map(Number)
      return own ?? new Array<number>((cell as HTMLTableCellElement).colSpan || 1).fill(0)
    })
    if (widths.some((width) => width > 0)) {
      const columns = document.createElement('colgroup')
      for (const width of widths) {
        const column = document.createElement('col')
        if (width > 0) column.style.width = `${width}px`
        columns.append(column)
      }
      table.prepend(columns)
    }
    const frame = document.createElement('div')
    frame.className = 'sy-article-table'
    frame.tabIndex = 0
    frame.setAttribute('role', 'region')
    frame.setAttribute('aria-label', t('article.tableScrolls'))
    table.replaceWith(frame)
    frame.append(table)
  }
}

function links(root: DocumentFragment, t: TextOf, origin: string): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const size = link.dataset.size
    if (link.dataset.file !== undefined) {
      link.setAttribute('download', link.textContent ?? '')
      if (size !== undefined) link.dataset.shown = sizeText(Number(size))
      continue
    }
    const isOutside = URL.canParse(link.href, origin) && new URL(link.href, origin).origin !== origin
    if (!isOutside) {
      link.removeAttribute('target')
      continue
    }
    link.dataset.outside = ''
    const note = document.createElement('span')
    note.className = 'sy-visually-hidden'
    note.textContent = t('article.outside')
    link.append(note)
  }
}

const units = ['B', 'KB', 'MB', 'GB'] as const
const unitStep = 1024

function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= unitStep && unit < units.length - 1) {
    size /= unitStep
    unit += 1
  }
  return `${size < 10 && unit > 0 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`
}

function tasks(root: DocumentFragment, t: TextOf): void {
  for (const item of root.querySelectorAll<HTMLElement>('li[data-done]')) {
    const box = document.createElement('span')
    box.className = 'sy-article-box'
    box.setAttribute('role', 'img')
    box.setAttribute('aria-label', t(item.dataset.done === 'true' ? 'article.taskDone' : 'article.taskOpen'))
    item.prepend(box)
  }
}

function colors(root: DocumentFragment, highlight: Highlight): void {
  for (const code of root.querySelectorAll('pre > code')) {
    const language = /\blanguage-(\w+)/.exec(code.className)?.[1] ?? ''
    const markup = highlight(code.textContent ?? '', language)
    if (markup !== undefined) code.innerHTML = markup
  }
}

export function drawArticle(html: string, { prefix, formulas, highlight, t, origin }: Tools): Drawn {
  const holder = document.createElement('template')
  holder.innerHTML = html
  const root = holder.content
  const found = { headings: headings(root, prefix), pictures: pictures(root, t) }
  tables(root, t)
  links(root, t, origin)
  tasks(root, t)
  for (const code of root.querySelectorAll<HTMLElement>('pre')) code.tabIndex = 0
  if (highlight) colors(root, highlight)
  if (formulas)
    for (const formula of root.querySelectorAll<HTMLElement>('span[data-latex]'))
      formula.innerHTML = formulas.draw(formula.dataset.latex ?? '')
  return { html: holder.innerHTML, ...found }
}
