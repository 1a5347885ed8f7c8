/** Has PDFs made by a thread that stays for the next ones, and ends when nobody asks for long. */
import { Worker } from 'node:worker_threads'
import type { DocumentAnswer, DocumentOrder } from './serve-orders.ts'

const orderTimeoutMs = 60_000
const idleMs = 300_000

interface Waiting {
  readonly resolve: (pdf: Buffer) => void
  readonly reject: (error: Error) => void
}

/** One thread: fonts and pictures fill a processor. */
class DocumentThread<Order> {
  readonly #worker: Worker
  readonly #orders = new Map<number, Waiting>()
  #lastId = 0
  #idle: NodeJS.Timeout | undefined
  isOver = false

  constructor(file: URL) {
    this.#worker = new Worker(file, { execArgv: [] })
    this.#worker.on('message', ({ id, pdf, problem = '' }: DocumentAnswer) => {
      const order = this.#orders.get(id)
      if (pdf) order?.resolve(Buffer.from(pdf))
      else order?.reject(new Error(problem))
    })
    this.#worker.on('error', (error) => this.#end(error instanceof Error ? error : new Error(String(error))))
    this.#worker.on('exit', () => this.#end(new Error('the document thread ended')))
    this.#rest()
  }

  async make(order: Order): Promise<Buffer> {
    const id = ++this.#lastId
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    // A thread that hangs is of no use to the others either.
    const timer = setTimeout(() => this.#end(new Error('the document takes too long')), orderTimeoutMs)
    clearTimeout(this.#idle)
    this.#worker.ref()
    this.#orders.set(id, { resolve, reject })
    this.#worker.postMessage({ id, order } satisfies DocumentOrder<Order>)
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
    this.#idle = setTimeout(() => this.#end(new Error('the document thread has nothing to do')), idleMs).unref()
  }

  #end(error: Error): void {
    if (this.isOver) return
    this.isOver = true
    clearTimeout(this.#idle)
    for (const order of this.#orders.values()) order.reject(error)
    void this.#worker.terminate()
  }
}

/** What makes the PDF of an order; `file` is a worker that calls `serveOrders`. */
export function documentThread<Order>(file: URL): (order: Order) => Promise<Buffer> {
  let thread: DocumentThread<Order> | undefined
  return (order) => {
    if (!thread || thread.isOver) thread = new DocumentThread(file)
    return thread.make(order)
  }
}
