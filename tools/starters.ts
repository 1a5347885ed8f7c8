import { readFileSync } from 'node:fs'

/**
 * Whether those who started us are gone: the starting process and, under npm, its shell and npm itself. A signal sent
 * to npm, or its end by `kill -9`, reaches none of its children, which would then run on unseen.
 */
export function watchStarters(): () => boolean {
  const chain = [process.pid, process.ppid]
  let wasGoneAtOnce = false
  if (process.env.npm_config_user_agent?.startsWith('npm/')) {
    // start.mjs, then the shell that npm runs scripts with (some shells give way to the script), then npm.
    for (let level = 0; level < 2 && !isNpm(chain.at(-1)); level++) {
      const next = parentOf(chain.at(-1))
      if (next === null) break
      // The first process adopts those whose parent is gone; in a container it may be npm itself.
      wasGoneAtOnce = next <= 1 && level === 0 && !isNpm(next)
      if (next <= 1 && !isNpm(next)) break
      chain.push(next)
    }
  }
  return () =>
    wasGoneAtOnce || chain.some((pid, index) => index + 1 < chain.length && parentOf(pid) !== chain[index + 1])
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
