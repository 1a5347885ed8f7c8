import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * A prefix of a command line that lets Linux send the signal to the new process when the thread that starts it ends,
 * however it ends. Needs `setpriv` (util-linux); empty where there is none.
 */
export async function parentDeathGuard(signal: 'INT' | 'TERM' | 'KILL'): Promise<readonly string[]> {
  if (process.platform !== 'linux') return []
  const guard = ['--pdeathsig', signal]
  const works = await new Promise<boolean>((resolve) => {
    execFile('setpriv', [...guard, 'true'], (error) => resolve(error === null))
  })
  return works ? ['setpriv', ...guard] : []
}

/** Whether a process of that number is there; a dead one that nobody has waited for counts too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Sends each signal in turn, until the process is gone; answers false when it outlived them all. */
export async function endProcess(
  pid: number,
  isRunning: () => Promise<boolean>,
  signals: readonly { signal: NodeJS.Signals; waitSeconds: number }[],
): Promise<boolean> {
  for (const { signal, waitSeconds } of signals) {
    if (!(await isRunning())) return true
    try {
      process.kill(pid, signal)
    } catch {
      return !isAlive(pid)
    }
    for (let waited = 0; waited < waitSeconds * 50; waited++) {
      if (!(await isRunning())) return true
      await wait(20)
    }
  }
  return false
}
