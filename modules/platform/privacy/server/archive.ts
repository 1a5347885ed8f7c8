/** The archive of an export: records as JSON for programs, and one page for people in both languages. */
import { open } from 'node:fs/promises'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { PersonalRecords } from '#server/personal-data.ts'

/** Longer tables are truncated on the page; the JSON file has all rows. */
const pageRowsMax = 500

/** Writes files into a zip on disk, one after the other. */
export class Archive {
  private readonly zip: Zip
  private readonly write: (bytes: Uint8Array) => Promise<unknown>
  /** Closes the file, finished or not. */
  readonly close: () => Promise<void>
  private ready: Uint8Array[] = []

  private constructor(write: (bytes: Uint8Array) => Promise<unknown>, close: () => Promise<void>) {
    this.write = write
    this.close = close
    this.zip = new Zip((error, chunk) => {
      if (error) throw error
      this.ready.push(chunk)
    })
  }

  static async create(path: string): Promise<Archive> {
    const file = await open(path, 'w')
    return new Archive(
      (bytes) => file.write(bytes),
      () => file.close(),
    )
  }

  async add(name: string, content: string): Promise<void> {
    const entry = new ZipDeflate(name, { level: 6 })
    this.zip.add(entry)
    entry.push(strToU8(content), true)
    await this.flush()
  }

  async finish(): Promise<void> {
    this.zip.end()
    await this.flush()
  }

  private async flush(): Promise<void> {
    const chunks = this.ready
    this.ready = []
    for (const chunk of chunks) await this.write(chunk)
  }
}

export function jsonOf({ name, title, rows }: PersonalRecords): string {
  return JSON.stringify({ name, title, rows }, null, 2)
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function html(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? '')
}

/** The name of a column identifies an instant. */
function valueText(column: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' && /(^|_)at$/.test(column)) return new Date(value).toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function sectionOf({ name, title, rows }: PersonalRecords, file: string): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const heading = `<h2 id="${html(name)}">${html(title.cn)} <small>${html(title.en)}</small></h2>`
  const link = `<p><a href="${html(file)}">${html(file)}</a> · ${rows.length}</p>`
  if (rows.length === 0) return `<section>${heading}${link}</section>`
  const head = columns.map((column) => `<th>${html(column)}</th>`).join('')
  const body = rows
    .slice(0, pageRowsMax)
    .map((row) => `<tr>${columns.map((column) => `<td>${html(valueText(column, row[column]))}</td>`).join('')}</tr>`)
    .join('\n')
  const more = rows.length > pageRowsMax ? `<p>… ${rows.length - pageRowsMax}</p>` : ''
  return `<section>${heading}${link}<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>${more}</section>`
}

const style = `:root{color-scheme:light dark;--line:#d8d8d2;--soft:#f6f5f1}@media(prefers-color-scheme:dark){:root{--line:#3a3a38;--soft:#222}}
body{font:15px/1.7 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;max-width:1100px;margin:0 auto;padding:32px 20px}
h1{font-size:26px;margin:0}h2{font-size:18px;margin:40px 0 0}small{font-weight:400;opacity:.65}
.table{overflow-x:auto;border:1px solid var(--line);border-radius:8px}table{border-collapse:collapse;width:100%;font-size:13px}
th,td{text-align:left;vertical-align:top;padding:6px 10px;border-bottom:1px solid var(--line)}th{background:var(--soft);white-space:nowrap}
td{max-width:420px;overflow-wrap:anywhere}`

export interface Section {
  readonly file: string
  readonly records: PersonalRecords
}

/** The start page of the archive. */
export function pageOf(sections: readonly Section[], createdAt: number): string {
  const contents = sections
    .map(
      ({ records: { name, title, rows } }) =>
        `<li><a href="#${html(name)}">${html(title.cn)} · ${html(title.en)}</a> (${rows.length})</li>`,
    )
    .join('\n')
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>个人数据副本 / Copy of personal data</title><style>${style}</style></head><body>
<h1>个人数据副本 <small>Copy of personal data</small></h1>
<p>生成时间（UTC） / Made at: ${new Date(createdAt).toISOString()}</p>
<p>本文件包含平台保存的与您有关的全部数据。每一类数据另有 JSON 文件，便于程序读取。<br>
This is everything that the platform keeps about you. Each kind of data also stands in a JSON file for programs.</p>
<ul>${contents}</ul>
${sections.map(({ records, file }) => sectionOf(records, file)).join('\n')}
</body></html>
`
}
