/** Inspects files in a few threads, each with an end to its patience. */
import { Worker } from 'node:worker_threads'
import { refuse } from '#kit/errors.ts'
import { FILE_UNREADABLE } from '../contract.ts'
import type { Inspection } from './inspection.ts'

const timeoutMs = 120_000
const threadsMax = 2

/** Threads without work, kept because starting one takes longer than most files. */
const idle: Worker[] = []
let threads = 0
const waiting: ((thread: Worker) => void)[] = []

/** What the file is. A file that ends its thread, or takes all of its time, is refused as unreadable. */
export async function inspect(path: string, name: string): Promise<Inspection> {
  const thread = await takeThread()
  try {
    const found = await ask(thread, path, name)
    giveBack(thread)
    return found
  } catch {
    // Out of memory, out of time, or a fault of a parser: the thread is not used again.
    void thread.terminate()
    threads -= 1
    const next = waiting.shift()
    if (next) next(startThread())
    throw refuse(FILE_UNREADABLE)
  }
}

function startThread(): Worker {
  threads += 1
  const thread = new Worker(new URL('./inspection-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    stdout: true,
    stderr: true,
  })
  // Whoever waits for an answer hears of a fault as well; without anybody it must not end the process.
  thread.on('error', () => {})
  thread.on('exit', () => {
    const at = idle.indexOf(thread)
    if (at < 0) return
    idle.splice(at, 1)
    threads -= 1
  })
  return thread
}

function takeThread(): Promise<Worker> {
  const thread = idle.pop() ?? (threads < threadsMax ? startThread() : undefined)
  return thread ? Promise.resolve(thread) : new Promise((resolve) => waiting.push(resolve))
}

function giveBack(thread: Worker): void {
  const next = waiting.shift()
  if (next) next(thread)
  else idle.push(thread)
}

function ask(thread: Worker, path: string, name: string): Promise<Inspection> {
  const { promise, resolve, reject } = Promise.withResolvers<Inspection>()
  const end = () => reject(new Error('the thread ended'))
  const timer = setTimeout(end, timeoutMs)
  thread.on('message', resolve)
  thread.on('error', end)
  thread.on('exit', end)
  // A thread without work doesn't keep the process alive.
  thread.ref()
  thread.postMessage({ path, name })
  return promise.finally(() => {
    clearTimeout(timer)
    thread.off('message', resolve)
    thread.off('error', end)
    thread.off('exit', end)
    thread.unref()
  })
}
