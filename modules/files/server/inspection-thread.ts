/** A thread that inspects files, one after the other. */
import { parentPort } from 'node:worker_threads'
import { inspectFile } from './inspection.ts'

parentPort?.on('message', async ({ path, name }: { path: string; name: string }) => {
  parentPort?.postMessage(await inspectFile(path, name))
})
