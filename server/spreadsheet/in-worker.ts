/** What computes for long runs in a thread of its own, with a limit of memory and time. */
import { Worker } from 'node:worker_threads'

const timeoutMs = 60_000

/** The message that the script of `url` posts for the data. Rejects where it fails, takes too long or too much memory. */
export async function inWorker<T>(url: URL, workerData: unknown): Promise<T> {
  const worker = new Worker(url, { workerData, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 768 } })
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const timer = setTimeout(() => reject(new Error('the worker takes too long')), timeoutMs)
  worker.once('message', resolve)
  worker.once('error', reject)
  worker.once('exit', () => reject(new Error('the worker ended')))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
