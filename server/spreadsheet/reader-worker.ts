/** The computing part of reader.ts, in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/universal'

/** Longer text is no value of any column; it is cut so that a repeated long one doesn't fill the memory. */
const cellLengthMax = 300

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return String(cell).trim().slice(0, cellLengthMax)
}

async function read(bytes: Uint8Array): Promise<string[][]> {
  const copy = new ArrayBuffer(bytes.byteLength)
  new Uint8Array(copy).set(bytes)
  // Numbers stay as they are written: a phone must not lose digits.
  const sheet = await readSheet<string>(copy, { parseNumber: (text) => text })
  return sheet.map((row) => row.map(textOf))
}

parentPort?.postMessage(await read(workerData as Uint8Array))
