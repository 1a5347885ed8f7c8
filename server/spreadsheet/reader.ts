/**
 * Spreadsheets (xlsx) that somebody uploads, read in a worker: twenty thousand rows take a second of computing in one piece,
 * which the server's own thread spends on requests. What a file unpacks to is read from its directory before anything is
 * unpacked, and the worker has a limit of memory and time, so that a small file can't grow into a large one here.
 */
import { unzipSync } from 'fflate'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, refuse } from '#kit/errors.ts'
import { inWorker } from './in-worker.ts'

const fileBytesMax = 10 * 1024 * 1024
const unpackedBytesMax = 64 * 1024 * 1024
const entriesMax = 1000

/** The part that each kind of file has. */
const mainParts = { xlsx: 'xl/workbook.xml', docx: 'word/document.xml' } as const
export type OfficeFormat = keyof typeof mainParts

/** Refuses what is no spreadsheet, and what would unpack to too much. */
export function assertSpreadsheet(bytes: Buffer): void {
  assertOfficeFile(bytes, ['xlsx'])
}

/** Which of these formats the file has. Refuses others, files with macros, and what would unpack to too much. */
export function assertOfficeFile(bytes: Buffer, formats: readonly OfficeFormat[]): OfficeFormat {
  if (bytes.length > fileBytesMax) throw refuse(FILE_TOO_LARGE, { sizeBytesMax: fileBytesMax })
  const names: string[] = []
  let unpackedBytes = 0
  try {
    unzipSync(bytes, {
      filter(entry) {
        names.push(entry.name)
        unpackedBytes += entry.originalSize
        return false
      },
    })
  } catch {
    throw refuse(FILE_TYPE_UNSUPPORTED)
  }
  const format = formats.find((known) => names.includes(mainParts[known]))
  if (!format || names.some((name) => name.endsWith('vbaProject.bin'))) throw refuse(FILE_TYPE_UNSUPPORTED)
  if (unpackedBytes > unpackedBytesMax || names.length > entriesMax)
    throw refuse(FILE_TOO_LARGE, { sizeBytesMax: unpackedBytesMax })
  return format
}

const cellLengthDefault = 300

/**
 * The cells of the first sheet as trimmed text, each row as long as it is filled. Text beyond `cellLengthMax` characters of a
 * cell is cut off. Throws where the sheet can't be read.
 */
export async function readSpreadsheet(bytes: Buffer, cellLengthMax = cellLengthDefault): Promise<string[][]> {
  return inWorker<string[][]>(new URL('./reader-worker.ts', import.meta.url), { bytes, cellLengthMax })
}
