/** The limits of external programs. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { findProgram, type ProgramRun, runProgram } from './programs.ts'

const directory = mkdtempSync(join(tmpdir(), 'shuyuan-run-'))
const limits = { seconds: 30, processorSeconds: 30, memoryBytes: 2 ** 32, fileBytes: 2 ** 20 }

afterAll(() => rmSync(directory, { recursive: true, force: true }))

function run(script: string, input: Partial<ProgramRun> = {}): Promise<void> {
  return runProgram({ program: '/bin/sh', arguments: ['-c', script], directory, limits, ...input })
}

/** Whether the process whose id is in the file is still running. */
function lives(file: string): boolean {
  try {
    process.kill(Number(readFileSync(join(directory, file), 'utf8')), 0)
    return true
  } catch {
    return false
  }
}

async function gone(file: string): Promise<void> {
  while (lives(file)) await pause(5)
}

describe('a program', () => {
  it('runs in its folder with low priority, and its output is read line by line', async () => {
    const lines: string[] = []
    await run('pwd; echo "$HOME"; nice', { onLine: (line) => lines.push(line) })
    expect(lines.slice(0, 2)).toEqual([directory, directory])
    expect(Number(lines[2])).toBeGreaterThan(getPriority())
  })

  it('does not receive the environment of the server', async () => {
    const lines: string[] = []
    process.env.S3_SECRET_ACCESS_KEY = 'a secret'
    await run('env', { onLine: (line) => lines.push(line) })
    delete process.env.S3_SECRET_ACCESS_KEY
    expect(lines.join('\n')).not.toContain('secret')
  })

  it('reports its output after a failure', async () => {
    await expect(run('echo damaged >&2; exit 3')).rejects.toMatchObject({ end: 'exit', message: /damaged/ })
  })

  it('is killed after its time limit, with its child processes', async () => {
    const ended = run('sleep 600 & echo $! > child; wait', { limits: { ...limits, seconds: 0.5 } })
    await expect(ended).rejects.toMatchObject({ end: 'timeout' })
    await gone('child')
  })

  it('leaves no child process after its end', async () => {
    await run('sleep 600 & echo $! > left')
    await gone('left')
  })

  it('is killed on cancellation', async () => {
    const unwanted = new AbortController()
    const ended = run('echo $$ > self; echo on; exec sleep 600', {
      signal: unwanted.signal,
      onLine: () => unwanted.abort(new Error('not wanted')),
    })
    await expect(ended).rejects.toThrow('not wanted')
    await gone('self')
  })

  it('cannot exceed its limits of processor time and disk space', async () => {
    // With low priority, a second of processor time may take a minute on a busy machine.
    const busy = run('while :; do :; done', { limits: { ...limits, seconds: 170, processorSeconds: 1 } })
    await expect(busy).rejects.toMatchObject({ end: 'killed' })
    await run('yes > large || true').catch(() => {})
    expect(statSync(join(directory, 'large')).size).toBeLessThanOrEqual(limits.fileBytes)
  })

  it('ends with its parent process, even after a kill', async () => {
    const starter = join(directory, 'starter.mts')
    writeFileSync(
      starter,
      `import { runProgram } from ${JSON.stringify(join(import.meta.dirname, 'programs.ts'))}
      void runProgram({ program: '/bin/sh', arguments: ['-c', 'echo $$ > orphan; echo on; exec sleep 600'],
        directory: ${JSON.stringify(directory)}, limits: ${JSON.stringify(limits)}, onLine: () => process.send?.('on') })`,
    )
    const parent = fork(starter, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    await once(parent, 'message')
    expect(lives('orphan')).toBe(true)
    parent.kill('SIGKILL')
    await gone('orphan')
  })
})

it('a program is found by name or path, unless it is switched off or missing', async () => {
  expect(await findProgram('sh')).toMatch(/\/sh$/)
  expect(await findProgram('/bin/sh')).toBe('/bin/sh')
  expect(await findProgram(null)).toBeUndefined()
  expect(await findProgram('no-such-program')).toBeUndefined()
  expect(await findProgram('/no/such/program')).toBeUndefined()
  expect(existsSync(directory)).toBe(true)
})

it('a program uses UTF-8 with any locale of the server', async () => {
  vi.stubEnv('LC_ALL', 'C')
  const lines: string[] = []
  await run('locale charmap', { onLine: (line) => lines.push(line) })
  vi.unstubAllEnvs()
  expect(lines).toEqual(['UTF-8'])
})
