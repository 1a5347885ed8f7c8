/** The computing part of sheets.ts, in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/universal'
import { cellsToBytes } from './sheet-writer.ts'

export type WorkerTask =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'write'; readonly rows: readonly (readonly string[])[]; readonly sheet: string }
export type WorkerAnswer =
  | { readonly kind: 'rows'; readonly rows: string[][] }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }

/** Longer text is no value of any column; it is cut so that a repeated long one doesn't fill the memory. */
const cellLengthMax = 300

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  return String(cell).trim().slice(0, cellLengthMax)
}

async function read(bytes: Uint8Array): Promise<WorkerAnswer> {
  const copy = new ArrayBuffer(bytes.byteLength)
  new Uint8Array(copy).set(bytes)
  // Numbers stay as they are written: a phone must not lose digits.
  const sheet = await readSheet<string>(copy, { parseNumber: (text) => text })
  return { kind: 'rows', rows: sheet.map((row) => row.map(textOf)) }
}

const task = workerData as WorkerTask
const answer: WorkerAnswer =
  task.kind === 'read' ? await read(task.bytes) : { kind: 'bytes', bytes: await cellsToBytes(task.rows, task.sheet) }
parentPort?.postMessage(answer)
