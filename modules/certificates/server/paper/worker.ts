/** Makes and signs a PDF in a thread of its own: the glyphs and the signature take a moment that the server's has not. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Paper } from './content.ts'
import { drawPdf } from './pdf.ts'
import { type SigningKey, signPdf } from './sign.ts'

export interface PaperOrder {
  readonly paper: Paper
  readonly key: { readonly privateKey: Uint8Array; readonly certificate: Uint8Array }
}

const { paper, key } = workerData as PaperOrder
const signing: SigningKey = { privateKey: Buffer.from(key.privateKey), certificate: Buffer.from(key.certificate) }
parentPort?.postMessage(await signPdf(await drawPdf(paper), signing))
