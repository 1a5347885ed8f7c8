/** pdf.js with its worker, Chinese character maps, standard fonts and decoders, all from the same origin. */
import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

type Addresses = Readonly<Record<string, string>>

/** The addresses of the files by name; only needed ones are loaded. */
const sources: Readonly<Record<string, Addresses>> = {
  cMapUrl: byName(
    import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
      query: '?url&no-inline',
      import: 'default',
      eager: true,
    }),
  ),
  standardFontDataUrl: byName(
    import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
      query: '?url&no-inline',
      import: 'default',
      eager: true,
    }),
  ),
  wasmUrl: byName(
    import.meta.glob<string>('../../../node_modules/pdfjs-dist/wasm/*.wasm', {
      query: '?url&no-inline',
      import: 'default',
      eager: true,
    }),
  ),
}

function byName(addresses: Addresses): Addresses {
  return Object.fromEntries(Object.entries(addresses).map(([path, url]) => [path.split('/').at(-1) ?? '', url]))
}

/** Loads these files for pdf.js. */
class OwnFiles {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = sources[kind]?.[filename] ?? sources[kind]?.[`${filename}.bcmap`]
    if (url === undefined) throw new Error(`no ${kind} ${filename}`)
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${response.status} for ${filename}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}

/** Opens the document, whose pages load on demand by range requests. */
export function openPdf(address: string): PDFDocumentLoadingTask {
  return getDocument({
    url: address,
    rangeChunkSize: 256 * 1024,
    disableAutoFetch: true,
    disableStream: true,
    BinaryDataFactory: OwnFiles,
    useWorkerFetch: false,
    // Scripts of a document never run.
    enableXfa: false,
    isEvalSupported: false,
  })
}

export async function pagesOfPdf(address: string): Promise<number> {
  const task = openPdf(address)
  try {
    return (await task.promise).numPages
  } finally {
    void task.destroy()
  }
}
