/** Has a certificate's PDF made and signed, by a thread that stays for the next ones and ends when nobody asks for long. */
import { Worker } from 'node:worker_threads'
import type { CertificateDocument } from './content.ts'
import type { SigningKey } from './sign.ts'
import type { DocumentAnswer, DocumentOrder } from './worker.ts'

const orderTimeoutMs = 60_000
const idleMs = 300_000

interface Order {
  readonly resolve: (pdf: Buffer) => void
  readonly reject: (error: Error) => void
}

/** One thread: fonts and pictures fill a processor. */
class DocumentThread {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url), { execArgv: [] })
  readonly #orders = new Map<number, Order>()
  #lastId = 0
  #idle: NodeJS.Timeout | undefined
  isOver = false

  constructor() {
    this.#worker.on('message', ({ id, pdf, problem = '' }: DocumentAnswer) => {
      const order = this.#orders.get(id)
      if (pdf) order?.resolve(Buffer.from(pdf))
      else order?.reject(new Error(problem))
    })
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#end(new Error('the certificate thread ended')))
    this.#rest()
  }

  async make(document: CertificateDocument, key: SigningKey): Promise<Buffer> {
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    // A thread that hangs is of no use to the others either.
    const timer = setTimeout(() => this.#end(new Error('the certificate takes too long')), orderTimeoutMs)
    clearTimeout(this.#idle)
    this.#worker.ref()
    this.#orders.set(id, { resolve, reject })
    const order: DocumentOrder = { id, document, key }
    this.#worker.postMessage(order)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      this.#orders.delete(id)
      if (this.#orders.size === 0) this.#rest()
    }
  }

  /** A thread without work keeps no process alive. */
  #rest(): void {
    this.#worker.unref()
    this.#idle = setTimeout(() => this.#end(new Error('the certificate thread has nothing to do')), idleMs).unref()
  }

  #end(error: Error): void {
    if (this.isOver) return
    this.isOver = true
    clearTimeout(this.#idle)
    for (const order of this.#orders.values()) order.reject(error)
    void this.#worker.terminate()
  }
}

let thread: DocumentThread | undefined

export function makePdf(document: CertificateDocument, key: SigningKey): Promise<Buffer> {
  if (!thread || thread.isOver) thread = new DocumentThread()
  return thread.make(document, key)
}
