/** A pool of threads that inspect files, each with a time limit. */
import { Worker } from 'node:worker_threads'
import { refuse } from '#kit/errors.ts'
import { FILE_UNREADABLE } from '../contract.ts'
import type { Inspection } from './inspection.ts'

const timeoutMs = 120_000
const threadsMax = 2

/** Idle threads, reused because starting one takes longer than most inspections. */
const idle: Worker[] = []
let threads = 0
const waiting: ((thread: Worker) => void)[] = []

/** Inspects a file. A file that crashes its thread or exceeds the time limit is refused as unreadable. */
export async function inspect(path: string, name: string): Promise<Inspection> {
  const thread = await takeThread()
  try {
    const found = await ask(thread, path, name)
    releaseThread(thread)
    return found
  } catch {
    // The thread is not reused after a lack of memory or time, or an error of a parser.
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
  // A waiting call has its own listener; without this one, an error of an idle thread would end the process.
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

function releaseThread(thread: Worker): void {
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
  // An idle thread does not keep the process alive.
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
