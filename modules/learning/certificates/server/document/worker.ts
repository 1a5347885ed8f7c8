/**
 * Makes and signs PDFs in a thread of its own, one after the other: the glyphs and the signature take a moment that the
 * server's has not. The thread stays: what it has loaded serves the next one too.
 */
import { parentPort } from 'node:worker_threads'
import type { CertificateDocument } from './content.ts'
import { drawPdf } from './pdf.ts'
import { type SigningKey, signPdf } from './sign.ts'

export interface DocumentOrder {
  readonly id: number
  readonly document: CertificateDocument
  readonly key: { readonly privateKey: Uint8Array; readonly certificate: Uint8Array }
}

/** Exactly one of both. */
export interface DocumentAnswer {
  readonly id: number
  readonly pdf?: Uint8Array
  readonly problem?: string
}

async function answerOf({ id, document, key }: DocumentOrder): Promise<DocumentAnswer> {
  const signing: SigningKey = { privateKey: Buffer.from(key.privateKey), certificate: Buffer.from(key.certificate) }
  try {
    return { id, pdf: await signPdf(await drawPdf(document), signing) }
  } catch (error) {
    return { id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

let last: Promise<void> = Promise.resolve()

parentPort?.on('message', (order: DocumentOrder) => {
  last = last.then(async () => parentPort?.postMessage(await answerOf(order)))
})
