/** The contact sheet of `npm run screens`: one page with all pictures, and the same in pictures of a few screens each. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from '@playwright/test'
import type { Picture, Screen } from './walk.ts'

const screensOnSheet = 2
const sheetWidth = 1800

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

const style = `
body { margin: 16px; font: 14px/1.5 system-ui, 'Noto Sans CJK SC', sans-serif; color: #222; background: #e8e8e8 }
section { margin: 0 0 20px } h2 { margin: 0; font-size: 16px } code { color: #666; font-size: 13px }
ul { margin: 2px 0; padding-left: 18px; color: #a00 }
.pictures { display: flex; gap: 8px; align-items: flex-start; margin-top: 6px }
.wide { flex: 3.2 } .narrow { flex: 1 } img { width: 100%; display: block; box-shadow: 0 0 0 1px #bbb }
figure { margin: 0; min-width: 0 } figcaption { font-size: 11px; color: #666 }`

const figureOf = ({ file, language, width, dark }: Picture) =>
  `<figure class="${width > 600 ? 'wide' : 'narrow'}">
<a href="${encodeURIComponent(file)}"><img loading="lazy" src="${encodeURIComponent(file)}" alt=""></a>
<figcaption>${language} ${width}${dark ? ' dark' : ''}</figcaption></figure>`

function sectionOf({ account, path, heading, pictures, remarks }: Screen): string {
  const languages = [...new Set(pictures.map(({ language }) => language))]
  const rows = languages.map((language) => pictures.filter((picture) => picture.language === language))
  const list = remarks.length > 0 ? `<ul>${remarks.map((remark) => `<li>${escaped(remark)}</li>`).join('')}</ul>` : ''
  return `<section><h2>${escaped(heading)}</h2> <code>${escaped(account)} ${escaped(path)}</code>${list}
${rows.map((row) => `<div class="pictures">${row.map(figureOf).join('')}</div>`).join('\n')}</section>`
}

const documentOf = (screens: readonly Screen[]) => `<!doctype html><html lang="en"><meta charset="utf-8">
<title>Screens</title><style>${style}</style><h1>${screens.length} screens</h1>
${screens.map(sectionOf).join('\n')}</html>`

/** Writes index.html and sheet-01.png and so on; answers how many of these. */
export async function writeSheet(
  browser: Browser,
  { output, screens }: { readonly output: string; readonly screens: readonly Screen[] },
): Promise<number> {
  const index = join(output, 'index.html')
  const page = await browser.newPage({ viewport: { width: sheetWidth, height: 1200 } })
  let count = 0
  for (let at = 0; at < screens.length; at += screensOnSheet) {
    const part = documentOf(screens.slice(at, at + screensOnSheet)).replaceAll(' loading="lazy"', '')
    await writeFile(index, part)
    await page.goto(pathToFileURL(index).href)
    count += 1
    const path = join(output, `sheet-${String(count).padStart(2, '0')}.png`)
    await page.screenshot({ path, fullPage: true })
  }
  await page.close()
  await writeFile(index, documentOf(screens))
  return count
}
