/** A copy with its test process: plants a fault, runs what must catch it, puts the copy back. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { readText } from '#tools/check/tree.ts'
import { createCopy, type FaultCopy } from './copy.ts'
import { type Catcher, type Fault, faultyFiles } from './fault.ts'
import type { RunRequest, RunResult } from './runner.ts'

export interface Workshop {
  /** Plants the fault while `work` runs. */
  planted<T>(fault: Fault, work: () => Promise<T>): Promise<T>
  /** Runs one catcher on what the copy holds now. */
  run(catcher: Catcher): Promise<RunResult>
  close(): Promise<void>
}

const patienceMilliseconds = 240_000

function without(broken: string): RunResult {
  return { failed: undefined, passed: 0, broken, milliseconds: 0 }
}

/** The test process; one that does not answer in time is ended, and the next request starts another. */
function createRunner(directory: string, environment: NodeJS.ProcessEnv) {
  let own = environment
  let child: ChildProcess | undefined
  const changed = new Set<string>()

  async function started(): Promise<ChildProcess> {
    if (child?.connected) return child
    changed.clear()
    const next = fork(join(directory, 'tools/faults/runner.ts'), {
      cwd: directory,
      env: own,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(next, 'message')
    child = next
    return next
  }

  return {
    touch: (file: string) => changed.add(join(directory, file)),
    async run(file: string, title: string | undefined): Promise<RunResult> {
      const runner = await started()
      const request: RunRequest = { file, title, changed: [...changed] }
      changed.clear()
      const ended = new AbortController()
      const timer = setTimeout(() => runner.kill('SIGKILL'), patienceMilliseconds)
      const answer = once(runner, 'message', { signal: ended.signal }).then(([result]) => result as RunResult)
      const death = once(runner, 'exit', { signal: ended.signal }).then(() => without('the test process ended'))
      runner.send(request)
      const result = await Promise.race([answer, death])
      ended.abort()
      await Promise.allSettled([answer, death])
      clearTimeout(timer)
      return result
    },
    /** What is read once for all tests, as migrations are, wants a new process and a template of its own. */
    async renew(): Promise<void> {
      own = { ...environment, TEST_DATABASE_TEMPLATE: '' }
      if (!child?.connected) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function runProgram(
  directory: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, args, { cwd: directory, env: environment })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  return { code: code ?? 1, output }
}

/** A program whose last words tell whether something was found: a part of the checks, or a journey. */
async function runOutside(directory: string, catcher: Catcher, environment: NodeJS.ProcessEnv): Promise<RunResult> {
  const startedAt = performance.now()
  const args =
    catcher.kind === 'check'
      ? ['tools/check.ts', '--only', catcher.part]
      : ['tools/faults/journey.ts', catcher.file, ...(catcher.title === undefined ? [] : [catcher.title])]
  const { code, output } = await runProgram(directory, args, environment)
  const reported = (catcher.kind === 'check' ? /^✗ (.*)$/m : /^ +✘ (.*)$/m).exec(output)
  return {
    failed: code !== 0 && reported ? { title: reported[1] ?? '', message: output } : undefined,
    passed: code === 0 ? 1 : 0,
    broken: code !== 0 && !reported ? output.slice(-2000) : undefined,
    milliseconds: performance.now() - startedAt,
  }
}

const isMigration = (file: string): boolean => file.includes('/migrations/')

export function openWorkshop(database: NodeJS.ProcessEnv): Workshop {
  const copy: FaultCopy = createCopy()
  const environment = { ...process.env, ...database, NO_COLOR: '1', FORCE_COLOR: '0' }
  const runner = createRunner(copy.directory, environment)
  return {
    async planted(fault, work) {
      const files = faultyFiles(fault, readText)
      const renews = [...files.keys()].some(isMigration)
      const touch = () => [...files.keys()].forEach(runner.touch)
      copy.plant(files)
      touch()
      if (renews) await runner.renew()
      try {
        return await work()
      } finally {
        copy.restore()
        touch()
        if (renews) await runner.renew()
      }
    },
    run: (catcher) =>
      catcher.kind === 'test'
        ? runner.run(catcher.file, catcher.title)
        : runOutside(copy.directory, catcher, environment),
    async close() {
      await runner.renew()
      copy.remove()
    },
  }
}
