/** Has a certificate's PDF made and signed, one after the other: fonts and pictures fill a processor. */
import { Worker } from 'node:worker_threads'
import type { Paper } from './content.ts'
import type { SigningKey } from './sign.ts'
import type { PaperOrder } from './worker.ts'

const workerTimeoutMs = 60_000

let last: Promise<unknown> = Promise.resolve()

export function makePdf(paper: Paper, key: SigningKey): Promise<Buffer> {
  const made = last.then(() => make(paper, key))
  last = made.catch(() => undefined)
  return made
}

async function make(paper: Paper, key: SigningKey): Promise<Buffer> {
  const order: PaperOrder = { paper, key }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order, execArgv: [] })
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const timer = setTimeout(() => reject(new Error('the certificate takes too long')), workerTimeoutMs)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the certificate worker ended')))
  try {
    return Buffer.from(await promise)
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
