/** The computing part of read-word.ts, in a thread of its own. */
import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import mammoth from 'mammoth'
import type { PackedFile } from './formats/format-question.ts'
import { formulaHtml, mapSources, PackedFiles } from './formats/rich-texts.ts'
import { decodeEntities, xmlText } from './formats/xml.ts'
import { type KeptObject, keptObjects, objectsPart, readOmml } from './word-objects.ts'

const documentPart = 'word/document.xml'

/** Signs that no document has: they carry the formula through the conversion. */
const formulaStart = '\ue000'
const formulaEnd = '\ue001'
const formulaLengthMax = 500
const [pictureStart, pictureEnd] = ['\ue004', '\ue005']
/** So far before a formula or picture the tag of its content control stands at most. */
const controlLengthMax = 1500

/** The number of our content control that the place stands in, if it does. */
function controlAt(xml: string, offset: number): string | undefined {
  const before = xml.slice(Math.max(0, offset - controlLengthMax), offset)
  const [, id, between = ''] = /.*<w:tag w:val="shuyuan:(\d{1,6})"\/>(.*)$/s.exec(before) ?? []
  return /<\/w:sdt>|<\/m:oMath>|<\/w:drawing>/.test(between) ? undefined : id
}

/** Formulas vanish without a word: each becomes its LaTeX between two signs, or a mark with its letters. */
function withFormulas(xml: string, kept: ReadonlyMap<string, KeptObject>): string {
  const lines = xml.replace(/<m:oMathParaPr(?:\s[^>]*)?>.*?<\/m:oMathParaPr>|<\/?m:oMathPara(?:\s[^>]*)?>/gs, '')
  return lines.replace(/<m:oMath(?:\s[^>]*)?>.*?<\/m:oMath>/gs, (formula, offset: number) => {
    let latex = ''
    try {
      latex = readOmml(formula)
    } catch {
      // It is named with its letters below.
    }
    const before = kept.get(controlAt(lines, offset) ?? '')
    if (before?.reads === latex) latex = before.own
    const letters = [...formula.matchAll(/<m:t(?:\s[^>]*)?>([^<]*)<\/m:t>/g)].map((match) => match[1]).join('')
    const isRead = latex !== '' && latex.length <= formulaLengthMax
    const text = isRead ? `${formulaStart}${xmlText(latex)}${formulaEnd}` : `【公式：${letters}】`
    return `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
  })
}

/** The number of a picture of ours goes before it, between two signs. */
function withPictureNumbers(xml: string, kept: ReadonlyMap<string, KeptObject>): string {
  return xml.replaceAll('<w:drawing>', (drawing, offset: number) => {
    const id = controlAt(xml, offset) ?? ''
    return kept.has(id) ? `<w:t>${pictureStart}${id}${pictureEnd}</w:t>${drawing}` : drawing
  })
}

const ownPicture = new RegExp(`${pictureStart}(\\d+)${pictureEnd}(<img[^>]*>)`, 'g')

/** Pictures of ours with the attributes that they had in the bank. */
function withOwnPictures(html: string, kept: ReadonlyMap<string, KeptObject>): string {
  const own = html.replace(ownPicture, (_, id: string, picture: string) => {
    const tag = kept.get(id)?.own ?? ''
    const source = /\bsrc="(media:\d+)"/.exec(picture)?.[1]
    return source === undefined || !/^<img [^<>]*>$/.test(tag) ? picture : mapSources(tag, () => source)
  })
  return own.replace(new RegExp(`${pictureStart}\\d+${pictureEnd}`, 'g'), '')
}

const formula = new RegExp(`${formulaStart}([^${formulaEnd}]*)${formulaEnd}`, 'g')

const [markStart, markEnd] = ['\ue002', '\ue003']
const signs = /[\ue000-\ue005]/g

function isReddish(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return red >= 0xa0 && red - Math.max(green, blue) >= 0x60
}

/** Red or highlighted: so authors mark the key. What a run was before a tracked change does not count. */
function isMarked(properties: string): boolean {
  const [own = ''] = properties.split('<w:rPrChange')
  const color = /<w:color\s[^>]*w:val="([0-9a-f]{6})"/i.exec(own)?.[1]
  const highlight = /<w:highlight\s[^>]*w:val="(\w+)"/.exec(own)?.[1]
  return (color !== undefined && isReddish(color)) || (highlight !== undefined && highlight !== 'none')
}

const coloredRun = /(<w:r(?:\s[^>]*)?>\s*<w:rPr>)(.*?)(<\/w:rPr>)(.*?)(<\/w:r>)/gs

/** The color of a text vanishes without a word: what is marked by it stands between two signs. */
function withMarks(xml: string): string {
  return xml.replace(
    coloredRun,
    (whole, head: string, properties: string, end: string, content: string, tail: string) => {
      if (!isMarked(properties)) return whole
      const marked = content.replace(/(<w:t(?:\s[^>]*)?>)([^<]*\S[^<]*)(<\/w:t>)/g, `$1${markStart}$2${markEnd}$3`)
      return head + properties + end + marked + tail
    },
  )
}

const pictureTypes: Readonly<Record<string, string>> = {
  ...{ 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/bmp': 'bmp' },
}

const drawingTypes: Readonly<Record<string, string>> = {
  ...{ 'image/x-emf': 'EMF', 'image/emf': 'EMF', 'image/x-wmf': 'WMF', 'image/wmf': 'WMF', 'image/tiff': 'TIFF' },
}

async function read(bytes: Uint8Array): Promise<{ html: string; files: PackedFile[] }> {
  const parts = unzipSync(bytes, { filter: ({ name }) => /\.(xml|rels)$/.test(name) || name.startsWith('word/media/') })
  for (const [name, part] of Object.entries(parts))
    if (/\.(xml|rels)$/.test(name) && strFromU8(part).includes('<!DOCTYPE')) throw new Error(`${name} has a DOCTYPE`)
  const xml = parts[documentPart]
  if (!xml) throw new Error('there is no document')
  const custom = parts[objectsPart]
  const kept = keptObjects(custom && strFromU8(custom))
  const prepared = withFormulas(withPictureNumbers(withMarks(strFromU8(xml).replace(signs, '')), kept), kept)
  const marked = zipSync({ ...parts, [documentPart]: strToU8(prepared) }, { level: 0 })
  const packed = new PackedFiles()
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(marked) },
    {
      styleMap: ['u => u', 'strike => s'],
      convertImage: mammoth.images.imgElement(async (image) => {
        const extension = pictureTypes[image.contentType]
        if (extension === undefined) return { src: '', 'data-type': drawingTypes[image.contentType] ?? '' }
        const content = await image.readAsBuffer()
        const key = createHash('sha256').update(content).digest('hex')
        return { src: packed.add(key, `picture.${extension}`, () => content) }
      }),
      externalFileAccess: false,
    },
  )
  const html = value
    .replace(formula, (_, latex: string) => formulaHtml(decodeEntities(latex)))
    .replaceAll(markStart, '<mark>')
    .replaceAll(markEnd, '</mark>')
  return { html: withOwnPictures(html, kept), files: packed.files }
}

parentPort?.postMessage(await read(workerData as Uint8Array))
