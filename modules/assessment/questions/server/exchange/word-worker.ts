/** The computing part of read-word.ts, in a thread of its own. */
import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import mammoth from 'mammoth'
import type { PackedFile } from './formats/format-question.ts'
import { formulaHtml, PackedFiles } from './formats/rich-texts.ts'
import { decodeEntities, parseXml, xmlText } from './formats/xml.ts'
import { latexOfOmml } from './omml.ts'

const documentPart = 'word/document.xml'

const wordSpace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const mathSpace = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'

/** Signs that no document has: they carry the formula through the conversion. */
const formulaStart = '\ue000'
const formulaEnd = '\ue001'
const formulaLengthMax = 500

/** Formulas vanish without a word: each becomes its LaTeX between two signs, or a mark with its letters. */
function withFormulas(xml: string): string {
  const lines = xml.replace(/<m:oMathParaPr(?:\s[^>]*)?>.*?<\/m:oMathParaPr>|<\/?m:oMathPara(?:\s[^>]*)?>/gs, '')
  return lines.replace(/<m:oMath(?:\s[^>]*)?>.*?<\/m:oMath>/gs, (formula) => {
    let latex = ''
    try {
      latex = latexOfOmml(parseXml(formula.replace('<m:oMath', `<m:oMath ${wordSpace} ${mathSpace}`))).trim()
    } catch {
      // It is named with its letters below.
    }
    const letters = [...formula.matchAll(/<m:t(?:\s[^>]*)?>([^<]*)<\/m:t>/g)].map((match) => match[1]).join('')
    const isRead = latex !== '' && latex.length <= formulaLengthMax
    const text = isRead ? `${formulaStart}${xmlText(latex)}${formulaEnd}` : `【公式：${letters}】`
    return `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
  })
}

const formula = new RegExp(`${formulaStart}([^${formulaEnd}]*)${formulaEnd}`, 'g')

const pictureTypes: Readonly<Record<string, string>> = {
  ...{ 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/bmp': 'bmp' },
}

async function read(bytes: Uint8Array): Promise<{ html: string; files: PackedFile[] }> {
  const parts = unzipSync(bytes, { filter: ({ name }) => /\.(xml|rels)$/.test(name) || name.startsWith('word/media/') })
  for (const [name, part] of Object.entries(parts))
    if (/\.(xml|rels)$/.test(name) && strFromU8(part).includes('<!DOCTYPE')) throw new Error(`${name} has a DOCTYPE`)
  const xml = parts[documentPart]
  if (!xml) throw new Error('there is no document')
  const marked = zipSync({ ...parts, [documentPart]: strToU8(withFormulas(strFromU8(xml))) }, { level: 0 })
  const packed = new PackedFiles()
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(marked) },
    {
      styleMap: ['u => u', 'strike => s'],
      convertImage: mammoth.images.imgElement(async (image) => {
        const extension = pictureTypes[image.contentType]
        if (extension === undefined) return { src: '' }
        const content = await image.readAsBuffer()
        const key = createHash('sha256').update(content).digest('hex')
        return { src: packed.add(key, `picture.${extension}`, () => content) }
      }),
      externalFileAccess: false,
    },
  )
  const html = value.replace(formula, (_, latex: string) => formulaHtml(decodeEntities(latex)))
  return { html, files: packed.files }
}

parentPort?.postMessage(await read(workerData as Uint8Array))
