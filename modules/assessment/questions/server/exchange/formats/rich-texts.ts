/** Rich texts between our form and that of other programs: formulas, and where pictures, sound and video stand. */
import { mediaSource, type PackedFile } from './format-question.ts'
import { decodeEntities } from './xml.ts'

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const escapeAttribute = (text: string) => escapeText(text).replaceAll('"', '&quot;')

export const formulaHtml = (latex: string) =>
  `<span data-latex="${escapeAttribute(latex.trim())}">${escapeText(latex.trim())}</span>`

const formulaTag = /<span data-latex="([^"]*)">[^<]*<\/span>/g

/** Formulas between `\(` and `\)`, as the filters of Moodle and most readers of GIFT know them. */
export function withTypedFormulas(html: string): string {
  return html.replace(formulaTag, (_, latex: string) => `\\(${escapeText(decodeEntities(latex))}\\)`)
}

/** The formulas of such a text as ours. `$$…$$` is read as well. */
export function withOwnFormulas(html: string): string {
  return html.replace(/\\\((.{1,500}?)\\\)|\$\$([^$]{1,500}?)\$\$/gs, (whole, inline?: string, block?: string) => {
    const latex = inline ?? block ?? ''
    return latex.includes('<') ? whole : formulaHtml(decodeEntities(latex))
  })
}

const source = /(<(?:img|audio|video|source)\b[^>]*?\bsrc\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi

/** The texts with other sources for what is seen and heard; undefined leaves one as it is. */
export function mapSources(html: string, change: (source: string) => string | undefined): string {
  return html.replace(source, (whole, head: string, quoted?: string, apostrophes?: string) => {
    const changed = change(decodeEntities(quoted ?? apostrophes ?? ''))
    return changed === undefined ? whole : `${head}"${escapeAttribute(changed)}"`
  })
}

const ownFile = /^\/api\/v1\/human\/file\/([0-9a-f-]{36})$/

/** The ids of our own files that stand in the text. */
export function ownFilesOf(html: string): string[] {
  const ids: string[] = []
  mapSources(html, (from) => {
    const id = ownFile.exec(from)?.[1]
    if (id !== undefined) ids.push(id)
    return undefined
  })
  return ids
}

export const ownFileSource = (fileId: string) => `/api/v1/human/file/${fileId}`
export const ownFileId = (from: string): string | undefined => ownFile.exec(from)?.[1]

const dataUrl = /^data:([a-z]+)\/([a-z0-9.+-]+);base64,([a-z0-9+/=\s]*)$/i

/** What was found for the texts of a file, each once. */
export class PackedFiles {
  readonly files: PackedFile[] = []
  readonly #places = new Map<string, number>()

  /** The source of a file of this key in our texts. */
  add(key: string, name: string, read: () => Uint8Array): string {
    const known = this.#places.get(key)
    if (known !== undefined) return mediaSource(known)
    this.#places.set(key, this.files.length)
    this.files.push({ name, bytes: read() })
    return mediaSource(this.files.length - 1)
  }

  /** What a text holds itself, as a file; undefined where it holds none. */
  ofDataUrl(address: string): string | undefined {
    const [, , type = '', base64 = ''] = dataUrl.exec(address) ?? []
    if (base64 === '') return undefined
    const extension = type
      .replace('jpeg', 'jpg')
      .replace('mpeg', 'mp3')
      .replace(/[^a-z0-9]/gi, '')
    return this.add(address, `picture.${extension}`, () => Buffer.from(base64, 'base64'))
  }
}
