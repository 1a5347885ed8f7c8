/** The computing part of read-word.ts, in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import mammoth from 'mammoth'

const documentPart = 'word/document.xml'

/** Formulas vanish without a word: each becomes a mark with its letters, which the author replaces. */
function withFormulaMarks(xml: string): string {
  return xml.replace(/<m:oMath(?:\s[^>]*)?>.*?<\/m:oMath>/gs, (formula) => {
    const letters = [...formula.matchAll(/<m:t(?:\s[^>]*)?>([^<]*)<\/m:t>/g)].map((match) => match[1]).join('')
    return `<w:r><w:t xml:space="preserve">【公式：${letters}】</w:t></w:r>`
  })
}

async function read(bytes: Uint8Array): Promise<string> {
  const parts = unzipSync(bytes, { filter: ({ name }) => /\.(xml|rels)$/.test(name) || name.startsWith('word/media/') })
  for (const [name, part] of Object.entries(parts))
    if (/\.(xml|rels)$/.test(name) && strFromU8(part).includes('<!DOCTYPE')) throw new Error(`${name} has a DOCTYPE`)
  const xml = parts[documentPart]
  if (!xml) throw new Error('there is no document')
  const marked = zipSync({ ...parts, [documentPart]: strToU8(withFormulaMarks(strFromU8(xml))) }, { level: 0 })
  const { value } = await mammoth.convertToHtml(
    { buffer: Buffer.from(marked) },
    {
      styleMap: ['u => u', 'strike => s'],
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
      externalFileAccess: false,
    },
  )
  return value
}

parentPort?.postMessage(await read(workerData as Uint8Array))
