/** What a test file may leave behind in the process that the next file runs in. */
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

export function readTraces(): Traces {
  const resources = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo()) {
    if (watchedResources.test(kind)) resources.set(kind, (resources.get(kind) ?? 0) + 1)
  }
  return {
    environment: { ...process.env },
    directory: process.cwd(),
    globals: new Set(Object.getOwnPropertyNames(globalThis)),
    fakeTimers: vi.isFakeTimers(),
    resources,
  }
}

/** Each thing that stands otherwise after a file than before it, in words; nothing where the file cleaned up. */
export function leftBehind(before: Traces, after: Traces): string[] {
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
