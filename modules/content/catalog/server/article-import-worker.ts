/** The computing part of article-import.ts, in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import mammoth from 'mammoth'
import type { ReadDocument, ReadPicture } from './article-import.ts'

const documentPart = 'word/document.xml'

const pictureTypes: Readonly<Record<string, string>> = {
  ...{ 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/bmp': 'bmp' },
}

/** Formulas vanish in the conversion: their letters stay, so that the author sees where one stood. */
function withFormulaLetters(xml: string): string {
  return xml.replace(/<m:oMath(?:\s[^>]*)?>.*?<\/m:oMath>/gs, (formula) => {
    const letters = [...formula.matchAll(/<m:t(?:\s[^>]*)?>([^<]*)<\/m:t>/g)].map((match) => match[1]).join('')
    return `<w:r><w:t xml:space="preserve">【公式：${letters}】</w:t></w:r>`
  })
}

/** Lower headings than an article has become its lowest; the title is one. */
const styleMap = [
  ...['u => u', 'strike => s'],
  ...["p[style-name='Title'] => h1:fresh", "p[style-name='标题'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
  ...[4, 5, 6].flatMap((level) => [
    `p[style-name='heading ${level}'] => h3:fresh`,
    `p[style-name='Heading ${level}'] => h3:fresh`,
  ]),
  ...["p[style-name='Quote'] => blockquote > p:fresh", "p[style-name='Intense Quote'] => blockquote > p:fresh"],
]

/** A picture that has a paragraph for itself is a figure. */
const withFigures = (html: string) =>
  html.replace(/<p>((?:\s*<img\b[^>]*>\s*)+)<\/p>/g, (_, pictures: string) =>
    pictures.trim().replace(/<img\b[^>]*>\s*/g, (picture) => `<figure>${picture.trim()}</figure>`),
  )

async function read(bytes: Uint8Array): Promise<ReadDocument> {
  const parts = unzipSync(bytes, { filter: ({ name }) => /\.(xml|rels)$/.test(name) || name.startsWith('word/media/') })
  for (const [name, part] of Object.entries(parts))
    if (/\.(xml|rels)$/.test(name) && strFromU8(part).includes('<!DOCTYPE')) throw new Error(`${name} has a DOCTYPE`)
  const xml = parts[documentPart]
  if (!xml) throw new Error('there is no document')
  const prepared = zipSync({ ...parts, [documentPart]: strToU8(withFormulaLetters(strFromU8(xml))) }, { level: 0 })
  const pictures: ReadPicture[] = []
  let lostCount = 0
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(prepared) },
    {
      styleMap,
      convertImage: mammoth.images.imgElement(async (image) => {
        const extension = pictureTypes[image.contentType]
        if (extension === undefined) {
          lostCount += 1
          return { src: '' }
        }
        pictures.push({ extension, bytes: await image.readAsBuffer() })
        return { src: `media:${pictures.length - 1}` }
      }),
      externalFileAccess: false,
    },
  )
  return { html: withFigures(value), pictures, lostCount }
}

parentPort?.postMessage(await read(workerData as Uint8Array))
