/** A worker thread that inspects files one at a time. */
import { parentPort } from 'node:worker_threads'
import { inspectFile } from './inspection.ts'

async function answer({ path, name }: { path: string; name: string }): Promise<void> {
  parentPort?.postMessage(await inspectFile(path, name))
}

// An uncaught error ends the thread, which also ends the wait for its answer.
parentPort?.on('message', (file) => void answer(file))
