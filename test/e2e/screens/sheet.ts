/** The contact sheets of `npm run screens`: one page with all pictures, and a picture of each screen in all its variants. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import type { Picture, Screen } from './walk.ts'

const sheetWidth = 1560

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

// Desktops in light are large enough to be read; phones keep more than half of their size.
const style = `
body { margin: 12px; font: 14px/1.5 system-ui, 'Noto Sans CJK SC', sans-serif; color: #222; background: #e8e8e8 }
section { margin: 0 0 20px } h2 { margin: 0; font-size: 16px } code { color: #666; font-size: 13px }
ul { margin: 2px 0; padding-left: 18px; color: #a00; font-size: 12px }
.pictures { display: flex; gap: 8px; align-items: flex-start; margin-top: 6px }
figure { margin: 0; min-width: 0; flex: 1 } .small { flex: 1.25 }
a { display: block; max-height: 600px; overflow: hidden; box-shadow: 0 0 0 1px #bbb } img { width: 100%; display: block } figcaption { font-size: 11px; color: #666 }`

const figureOf = ({ file, language, width, dark }: Picture) =>
  `<figure${width > 600 && dark ? ' class="small"' : ''}>
<a href="${encodeURIComponent(file)}"><img loading="lazy" src="${encodeURIComponent(file)}" alt=""></a>
<figcaption>${language} ${width}${dark ? ' dark' : ''}</figcaption></figure>`

function sectionOf({ account, path, part, heading, pictures, remarks }: Screen): string {
  const isLarge = ({ width, dark }: Picture) => width > 600 && !dark
  const rows = [pictures.filter(isLarge), pictures.filter((picture) => !isLarge(picture))]
  const list = remarks.length > 0 ? `<ul>${remarks.map((remark) => `<li>${escaped(remark)}</li>`).join('')}</ul>` : ''
  return `<section><h2>${escaped(heading)}${part === '' ? '' : ` › ${escaped(part)}`}</h2>
<code>${escaped(account)} ${escaped(path)}</code>${list}
${rows.map((row) => `<div class="pictures">${row.map(figureOf).join('')}</div>`).join('\n')}</section>`
}

const documentOf = (title: string, screens: readonly Screen[]) => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Screens</title><style>${style}</style>${title === '' ? '' : `<h1>${escaped(title)}</h1>`}
${screens.map(sectionOf).join('\n')}</html>`

/** Writes sheet-001.png and so on as the screens come, and at last index.html with all of them. */
export class Sheets {
  private readonly page: Page
  private readonly output: string
  private readonly screens: Screen[] = []

  private constructor(page: Page, output: string) {
    this.page = page
    this.output = output
  }

  static async start(browser: Browser, output: string): Promise<Sheets> {
    return new Sheets(await browser.newPage({ viewport: { width: sheetWidth, height: 800 } }), output)
  }

  get count(): number {
    return this.screens.length
  }

  async add(screen: Screen): Promise<void> {
    this.screens.push(screen)
    const index = join(this.output, 'index.html')
    await writeFile(index, documentOf('', [screen]).replaceAll(' loading="lazy"', ''))
    await this.page.goto(pathToFileURL(index).href)
    const path = join(this.output, `sheet-${String(this.count).padStart(3, '0')}.png`)
    await this.page.screenshot({ path, fullPage: true })
  }

  /** Answers the path of the page with all screens. */
  async end(): Promise<string> {
    await this.page.close()
    const index = join(this.output, 'index.html')
    await writeFile(index, documentOf(`${this.count} screens`, this.screens))
    return index
  }
}
