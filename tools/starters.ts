import { readFileSync } from 'node:fs'

/**
 * Whether those who started us are gone: the starting process and, under npm, its shell and npm itself. A signal sent
 * to npm, or its end by `kill -9`, reaches none of its children, which would then run on unseen.
 */
export function watchStarters(): () => boolean {
  const chain = [process.pid, process.ppid]
  if (process.env.npm_lifecycle_event !== undefined) {
    // start.mjs, then the shell that npm runs scripts with (some shells give way to the script), then npm.
    for (let level = 0; level < 2 && !isNpm(chain.at(-1)); level++) {
      const next = parentOf(chain.at(-1))
      if (next === null || next <= 1) break
      chain.push(next)
    }
  }
  return () => chain.some((pid, index) => index + 1 < chain.length && parentOf(pid) !== chain[index + 1])
}

/** null where the system does not say. */
function parentOf(pid: number | undefined): number | null {
  if (pid === process.pid) return process.ppid
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces; state and parent follow it.
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

function isNpm(pid: number | undefined): boolean {
  try {
    return /^npm |npm-cli\.[cm]?js/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))
  } catch {
    return false
  }
}
