/** PDF by pdf.js, all of it from our own origin: its worker, Chinese character maps, standard fonts and decoders. */
import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

type Addresses = Readonly<Record<string, string>>

/** Each file by its name; only those that a document needs are fetched. */
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

/** What pdf.js asks when a document needs one of these files. */
class OwnFiles {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = sources[kind]?.[filename] ?? sources[kind]?.[`${filename}.bcmap`]
    if (url === undefined) throw new Error(`no ${kind} ${filename}`)
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${response.status} for ${filename}`)
    return new Uint8Array(await response.arrayBuffer())
  }
}

/** Opens the document; its pages are fetched when they are needed, by ranges of bytes. */
export function openPdf(address: string): PDFDocumentLoadingTask {
  return getDocument({
    url: address,
    rangeChunkSize: 256 * 1024,
    disableAutoFetch: true,
    disableStream: true,
    BinaryDataFactory: OwnFiles,
    useWorkerFetch: false,
    // Nothing that a document brings is run.
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
