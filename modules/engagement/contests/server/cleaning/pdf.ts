/** PDF: the pages are copied into a new document, so that earlier versions and properties stay behind. */
import { type PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'

/** What pages and annotations say about people and programs. */
const privateKeys = ['Metadata', 'PieceInfo', 'LastModified'].map((name) => PDFName.of(name))
const [subtype, field] = [PDFName.of('Subtype'), PDFName.of('FT')]
/** `T` of an annotation is its author; of a field, its name. */
const noteKeys = ['T', 'M', 'CreationDate'].map((name) => PDFName.of(name))
const [type, properties] = [PDFName.of('Type'), PDFName.of('Metadata')]

function cleanDict(dict: PDFDict): void {
  for (const key of privateKeys) dict.delete(key)
  if (dict.has(subtype) && !dict.has(field)) for (const key of noteKeys) dict.delete(key)
}

export async function cleanPdf(bytes: Uint8Array): Promise<Uint8Array> {
  const source = await PDFDocument.load(bytes, { updateMetadata: false })
  const made = await PDFDocument.create({ updateMetadata: false })
  for (const page of await made.copyPages(source, source.getPageIndices())) made.addPage(page)
  for (const [ref, found] of made.context.enumerateIndirectObjects()) {
    if (found instanceof PDFRawStream) {
      cleanDict(found.dict)
      if (found.dict.get(type) === properties) made.context.delete(ref)
    }
    if (isDict(found)) cleanDict(found)
  }
  return made.save({ updateFieldAppearances: false })
}

const isDict = (found: unknown): found is PDFDict => found instanceof Object && 'delete' in found && 'has' in found
