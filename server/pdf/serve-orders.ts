/** The thread's side of `documentThread`: it makes PDFs one after the other. What it has loaded serves the next one too. */
import { parentPort } from 'node:worker_threads'

export interface DocumentOrder<Order> {
  readonly id: number
  readonly order: Order
}

/** Exactly one of both. */
export interface DocumentAnswer {
  readonly id: number
  readonly pdf?: Uint8Array
  readonly problem?: string
}

export function serveOrders<Order>(make: (order: Order) => Promise<Uint8Array>): void {
  const answerOf = async ({ id, order }: DocumentOrder<Order>): Promise<DocumentAnswer> => {
    try {
      return { id, pdf: await make(order) }
    } catch (error) {
      return { id, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }
    }
  }
  let last: Promise<void> = Promise.resolve()
  parentPort?.on('message', (order: DocumentOrder<Order>) => {
    last = last.then(async () => parentPort?.postMessage(await answerOf(order)))
  })
}
