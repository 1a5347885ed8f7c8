import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Config, configExitCode } from '#server/config.ts'
import { endProcess } from '#tools/processes.ts'

type Options = {
  config: Config
  /** From `parentDeathGuard`: ends the server with us even before it listens to its channel. */
  guard: readonly string[]
  env: NodeJS.ProcessEnv
  log: (line: string) => void
  /** The server cannot run: it refuses its settings, or ends again and again before it first serves. */
  onGivingUp: (exitCode: number) => void
}

/** The platform's server as a child process that is brought back when it ends unasked. */
export type ServerProcess = {
  /** Resolves when the server first answers `/health`. */
  readonly ready: Promise<void>
  readonly pid: number | undefined
  /** Ends it in order and starts it again, for development. */
  restart(): Promise<void>
  /** Lets it finish the requests that are running. */
  stop(): Promise<void>
  /** Ends it at once. */
  kill(): void
}

const projectDirectory = path.resolve(import.meta.dirname, '..')
const drainSeconds = 30
const attemptsBeforeFirstReady = 3
/** A server that ran this long had no fault at its start: the next one starts at once. */
const stableMilliseconds = 60_000

/** Starts `server/main.ts` and keeps it running until it is stopped. */
export function superviseServer({ config, guard, env, log, onGivingUp }: Options): ServerProcess {
  let child: ChildProcess
  let isStopping = false
  let wasReady = false
  let failures = 0

  const start = (): void => {
    const startedAt = Date.now()
    const [file = '', ...args] = [...guard, process.execPath, 'server/main.ts']
    child = spawn(file, args, {
      cwd: projectDirectory,
      env: { ...process.env, ...env },
      // The channel tells the server when we are gone, however we went; it then ends by itself.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Its own process group: Ctrl-C reaches us alone, and we end things in order.
      detached: true,
    })
    child.once('exit', (code, signal) => {
      if (isStopping) return
      void bringBack(code, signal, Date.now() - startedAt)
    })
    child.on('error', (error) => log(`The server cannot be started: ${error.message}`))
  }

  const bringBack = async (code: number | null, signal: string | null, ranMilliseconds: number): Promise<void> => {
    if (code === configExitCode) return onGivingUp(configExitCode)
    failures = ranMilliseconds > stableMilliseconds ? 1 : failures + 1
    if (!wasReady && failures >= attemptsBeforeFirstReady) {
      log('The server ended three times before it could serve; its messages are above')
      return onGivingUp(1)
    }
    const delaySeconds = failures === 1 ? 0 : Math.min(30, 2 ** (failures - 2))
    log(
      `The server ended unasked (${signal ?? `code ${code}`}); starting it again${delaySeconds > 0 ? ` in ${delaySeconds} s` : ''}`,
    )
    await wait(delaySeconds * 1000)
    if (!isStopping) start()
  }

  const isRunning = async (): Promise<boolean> =>
    child.exitCode === null && child.signalCode === null && child.pid !== undefined

  const end = async (): Promise<void> => {
    isStopping = true
    await endProcess(child.pid ?? 0, isRunning, [
      { signal: 'SIGTERM', waitSeconds: drainSeconds },
      { signal: 'SIGKILL', waitSeconds: 5 },
    ])
  }

  start()
  return {
    ready: untilHealthy(config, () => isStopping).then(() => {
      wasReady = true
      failures = 0
    }),
    get pid() {
      return child.pid
    },
    restart: async () => {
      await end()
      isStopping = false
      failures = 0
      start()
    },
    stop: end,
    kill: () => void child.kill('SIGKILL'),
  }
}

/** Where this machine reaches the server. */
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`
  if (host === '::') return `http://[::1]:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

async function untilHealthy(config: Config, isStopping: () => boolean): Promise<void> {
  while (!isStopping()) {
    const answer = await fetch(`${localAddress(config)}/health`, { signal: AbortSignal.timeout(5000) }).catch(
      () => null,
    )
    await answer?.body?.cancel()
    if (answer?.ok) return
    await wait(50)
  }
}
