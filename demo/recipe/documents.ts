/**
 * `node demo/recipe/documents.ts`: prints the PDF documents of the demo courses. Chromium embeds Chinese type as
 * hundreds of small objects; qpdf packs them to about half the size.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from './browser.ts'
import { ridge, seedOf } from './hills.ts'
import { type ThemeName, themes } from './themes.ts'

const documents: readonly { name: string; theme: ThemeName; title: string; subtitle: string }[] = [
  { name: 'security-handbook', theme: 'security', title: '信息安全手册', subtitle: '员工版　2026 年修订' },
  { name: 'onboarding-guide', theme: 'onboarding', title: '新员工手册', subtitle: '前九十天，一步一步来' },
  { name: 'compliance-guide', theme: 'compliance', title: '反商业贿赂合规指引', subtitle: '原则、标准与案例' },
  { name: 'project-templates', theme: 'project', title: '项目管理工具箱', subtitle: '七份可以直接使用的模板' },
]

const folder = join(import.meta.dirname, 'documents')
const browser = await openBrowser()
for (const { name, theme: themeName, title, subtitle } of documents) {
  const theme = themes[themeName]
  const seed = seedOf(name)
  const variables = Object.entries(theme).map(([key, value]) => `--${key}:${value}`)
  const html = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${title}</title>
    <style>:root{${variables.join(';')}}${readFileSync(join(folder, 'document.css'), 'utf8')}</style>
    <div class="cover"><div class="band"><i></i><svg viewBox="0 0 640 180"><path d="${ridge(640, 130, 90, seed)}" fill="${theme.ink}" opacity=".4"/>
    <path d="${ridge(640, 170, 70, seed + 2)}" fill="${theme.ink}" opacity=".75"/></svg></div>
    <h1>${title}</h1><p>${subtitle}</p>
    <footer>澄岚智能科技有限公司　澄岚学院<br>内部资料，请勿外传</footer></div>
    ${readFileSync(join(folder, `${name}.html`), 'utf8')}</html>`
  const page = await browser.newPage()
  await page.setContent(html)
  const path = join(import.meta.dirname, '../media', `${name}.pdf`)
  await page.pdf({
    path,
    preferCSSPageSize: true,
    printBackground: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate:
      '<div style="width:100%;text-align:center;font-size:8px;color:#7a838a"><span class="pageNumber"></span> / <span class="totalPages"></span></div>',
  })
  await page.close()
  execFileSync('qpdf', [
    ...['--replace-input', '--object-streams=generate', '--recompress-flate', '--compression-level=9'],
    ...['--deterministic-id', path],
  ])
  console.log(name)
}
await browser.close()
