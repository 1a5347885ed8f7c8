/** What a test file may leave behind in the process that the next file runs in. */
import { setTimeout as wait } from 'node:timers/promises'
import { vi } from 'vitest'

export interface Traces {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly directory: string
  readonly globals: ReadonlySet<string>
  readonly fakeTimers: boolean
  /** Servers, sockets and children that keep a process alive, by kind. */
  readonly resources: ReadonlyMap<string, number>
}

/** Timers are left out: pools and clients keep some for a moment after they are closed. */
const watchedResources = /^(TCPServer|PipeServer|UDP|ProcessWrap|FSEvent|StatWatcher)/

/** What libraries add to every process that loads them: pdf.js what it misses of a browser. */
const libraryGlobals = /^(self|DOMMatrix|ImageData|Path2D|pdfjs\w+|_pdfjs\w+|__core-js_shared__)$/

export function readTraces(): Traces {
  const resources = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo()) {
    if (watchedResources.test(kind)) resources.set(kind, (resources.get(kind) ?? 0) + 1)
  }
  return {
    environment: { ...process.env },
    directory: process.cwd(),
    globals: new Set(Object.getOwnPropertyNames(globalThis).filter((name) => !libraryGlobals.test(name))),
    fakeTimers: vi.isFakeTimers(),
    resources,
  }
}

/** What `leftBehind` finds after what was closed has had a moment to go. */
export async function leftBehindAtLast(before: Traces): Promise<string[]> {
  for (let waited = 0; ; waited += 1) {
    const problems = leftBehind(before, readTraces())
    if (problems.length === 0 || waited === 40) return problems
    await wait(50)
  }
}

/** Each thing that stands otherwise after a file than before it, in words; nothing where the file cleaned up. */
function leftBehind(before: Traces, after: Traces): string[] {
  const problems: string[] = []
  for (const name of new Set([...Object.keys(before.environment), ...Object.keys(after.environment)])) {
    if (before.environment[name] !== after.environment[name]) problems.push(`the environment variable ${name}`)
  }
  if (before.directory !== after.directory) problems.push(`the working directory ${after.directory}`)
  for (const name of after.globals) if (!before.globals.has(name)) problems.push(`the global ${name}`)
  if (after.fakeTimers) problems.push('fake timers')
  for (const [kind, count] of after.resources) {
    const more = count - (before.resources.get(kind) ?? 0)
    if (more > 0) problems.push(`${more} open ${kind}`)
  }
  return problems
}
