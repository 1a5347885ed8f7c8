/** The computing part of reader.ts, in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/universal'

interface Task {
  readonly bytes: Uint8Array
  /** Longer text is no value of any column; it is cut so that a repeated long one doesn't fill the memory. */
  readonly cellLengthMax: number
}

function textOf(cell: unknown, lengthMax: number): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return String(cell).trim().slice(0, lengthMax)
}

async function read({ bytes, cellLengthMax }: Task): Promise<string[][]> {
  const copy = new ArrayBuffer(bytes.byteLength)
  new Uint8Array(copy).set(bytes)
  // Numbers stay as they are written: a phone must not lose digits.
  const sheet = await readSheet<string>(copy, { parseNumber: (text) => text })
  return sheet.map((row) => row.map((cell) => textOf(cell, cellLengthMax)))
}

parentPort?.postMessage(await read(workerData as Task))
