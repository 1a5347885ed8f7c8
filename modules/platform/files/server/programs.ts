/**
 * Runs conversion programs of this machine. Their input is untrusted, so each run has its own folder, low priority, no
 * network if the system can isolate it, and limits on time, memory and disk space.
 */
import { execFile, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { createInterface } from 'node:readline'
import { utf8Locale } from '#server/locale.mjs'

export interface ProgramLimits {
  /** The time limit. */
  readonly seconds: number
  readonly processorSeconds: number
  readonly memoryBytes: number
  /** The size limit of each output file. */
  readonly fileBytes: number
}

export interface ProgramRun {
  readonly program: string
  readonly arguments: readonly string[]
  /** The working folder, also for home and temporary files. */
  readonly directory: string
  readonly limits: ProgramLimits
  /** Receives each line of output. */
  readonly onLine?: (line: string) => void
  readonly signal?: AbortSignal
}

/** timeout: exceeded its time. killed: ended by the system. exit: ended with an error status. */
export type ProgramEnd = 'timeout' | 'killed' | 'exit'

export class ProgramFailed extends Error {
  readonly end: ProgramEnd

  constructor(program: string, end: ProgramEnd, said: string) {
    super(`${program} failed (${end})${said === '' ? '' : `: ${said}`}`)
    this.name = 'ProgramFailed'
    this.end = end
  }
}

/** On macOS, LibreOffice is not in PATH. */
const otherPlaces: Readonly<Record<string, readonly string[]>> = {
  soffice: ['/Applications/LibreOffice.app/Contents/MacOS/soffice', '/usr/lib/libreoffice/program/soffice'],
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** The path of a configured program; undefined if it is switched off or not installed. */
export async function findProgram(setting: string | null): Promise<string | undefined> {
  if (setting === null) return undefined
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)
  const candidates = isAbsolute(setting)
    ? [setting]
    : [...folders.map((folder) => join(folder, setting)), ...(otherPlaces[setting] ?? [])]
  for (const candidate of candidates) if (await isProgram(candidate)) return candidate
  return undefined
}

/**
 * The shell sets the limits and becomes the program. A second process reads a pipe that this process holds open, and
 * kills the program when the pipe closes, however this process ended.
 */
const launcher = `
ulimit -t "$1" 2>/dev/null
ulimit -f "$2" 2>/dev/null
ulimit -v "$3" 2>/dev/null
shift 3
exec 3<&0
( cat <&3 >/dev/null; kill -KILL 0 ) >/dev/null 2>&1 &
exec 3<&-
exec nice -n 10 "$@" </dev/null`

/** The length of the last output in an error. */
const outputMax = 2000

let isolation: Promise<readonly string[]> | undefined

/** The command prefix that isolates the network, on Linux systems that permit it. */
function networkIsolation(): Promise<readonly string[]> {
  const prefix = ['unshare', '--map-root-user', '--net', '--']
  isolation ??= new Promise((resolve) => {
    execFile(prefix[0] ?? '', [...prefix.slice(1), 'true'], { timeout: 5000 }, (error) => resolve(error ? [] : prefix))
  })
  return isolation
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}

/** Runs a program to its end. Throws `ProgramFailed`, or the signal's reason after a cancellation. */
export async function runProgram(run: ProgramRun): Promise<void> {
  const { program, directory, limits, signal } = run
  signal?.throwIfAborted()
  const limitArguments = [limits.processorSeconds, limits.fileBytes / 512, limits.memoryBytes / 1024]
  const child = spawn(
    '/bin/sh',
    [
      ...['-c', launcher, 'sh', ...limitArguments.map((limit) => String(Math.ceil(limit)))],
      ...(await networkIsolation()),
      ...[program, ...run.arguments],
    ],
    {
      cwd: directory,
      // A separate process group, so child processes end with it.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: directory, TMPDIR: directory, ...utf8Locale },
    },
  )
  child.stdin.on('error', () => {})
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-outputMax)
  })
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => run.onLine?.(line))
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    endGroup(child.pid)
  }, limits.seconds * 1000)
  const stop = () => endGroup(child.pid)
  signal?.addEventListener('abort', stop)
  try {
    const [code, killedBy] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', (...end) => resolve(end))
    })
    signal?.throwIfAborted()
    if (timedOut) throw new ProgramFailed(program, 'timeout', said)
    if (killedBy !== null) throw new ProgramFailed(program, 'killed', `${killedBy} ${said}`)
    if (code !== 0) throw new ProgramFailed(program, 'exit', said)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    // Ends the pipe reader and other remaining processes.
    endGroup(child.pid)
    lines.close()
    child.stdin.destroy()
  }
}
