/**
 * Spreadsheets (xlsx) that somebody uploads, read in a worker: twenty thousand rows take a second of computing in one piece,
 * which the server's own thread spends on requests. What a file unpacks to is read from its directory before anything is
 * unpacked, and the worker has a limit of memory and time, so that a small file can't grow into a large one here.
 */
import { Worker } from 'node:worker_threads'
import { unzipSync } from 'fflate'
import { FILE_TOO_LARGE, FILE_TYPE_UNSUPPORTED, refuse } from '#kit/errors.ts'

const fileBytesMax = 10 * 1024 * 1024
const unpackedBytesMax = 64 * 1024 * 1024
const entriesMax = 1000
const workerTimeoutMs = 60_000

/** Refuses what is no spreadsheet, and what would unpack to too much. */
export function assertSpreadsheet(bytes: Buffer): void {
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
  if (!names.includes('xl/workbook.xml') || names.some((name) => name.endsWith('vbaProject.bin')))
    throw refuse(FILE_TYPE_UNSUPPORTED)
  if (unpackedBytes > unpackedBytesMax || names.length > entriesMax)
    throw refuse(FILE_TOO_LARGE, { sizeBytesMax: unpackedBytesMax })
}

const cellLengthDefault = 300

/**
 * The cells of the first sheet as trimmed text, each row as long as it is filled. Text beyond `cellLengthMax` characters of a
 * cell is cut off. Throws where the sheet can't be read.
 */
export async function readSpreadsheet(bytes: Buffer, cellLengthMax = cellLengthDefault): Promise<string[][]> {
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), {
    workerData: { bytes, cellLengthMax },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 768 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<string[][]>()
  const timer = setTimeout(() => reject(new Error('the spreadsheet takes too long')), workerTimeoutMs)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the spreadsheet worker ended')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
