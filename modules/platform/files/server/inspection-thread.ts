/** A thread that inspects files, one after the other. */
import { parentPort } from 'node:worker_threads'
import { inspectFile } from './inspection.ts'

async function answer({ path, name }: { path: string; name: string }): Promise<void> {
  parentPort?.postMessage(await inspectFile(path, name))
}

// A fault that is caught nowhere ends the thread, and with it the wait for its answer.
parentPort?.on('message', (file) => void answer(file))
