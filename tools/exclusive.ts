import { lstat, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A younger socket may belong to a process that has bound it and does not listen yet. */
const bindingMs = 1000
/** An older claim was left by a process that died while it removed a leftover. */
const claimMaxMs = 10_000
const retryMs = 20

/** Another living process holds what was asked for. */
export class LockedError extends Error {
  readonly holderPid: number
  /** The holder is about to let go. */
  readonly isEnding: boolean

  constructor(holderPid: number, isEnding: boolean) {
    super(`already locked by process ${holderPid}`)
    this.name = 'LockedError'
    this.holderPid = holderPid
    this.isEnding = isEnding
  }
}

/**
 * Holds a name on this machine until released or until this process ends, however it ends.
 * The name is a listening Unix socket: the kernel closes it with its process, so that a leftover of a killed process
 * differs from a living holder with certainty, which a file with a process id cannot do (ids are used again).
 * `isEnding` is asked when another process wants it. Throws LockedError when a living process holds it.
 */
export async function holdExclusively(
  socketPath: string,
  isEnding: () => boolean = () => false,
): Promise<{ release(): Promise<void> }> {
  for (;;) {
    const server = await listen(socketPath, isEnding)
    if (server !== null) return { release: () => close(server) }
    await assertNotLocked(socketPath)
    await removeLeftover(socketPath)
  }
}

/**
 * Removes the socket of a killed process. Many processes may find it at once: only the one that has made the claim with
 * the identity of this socket may remove it, so nobody removes the socket that another has just made in its place.
 */
async function removeLeftover(socketPath: string): Promise<void> {
  const leftover = await identityOf(socketPath)
  if (leftover === undefined) return
  const claim = `${socketPath}.${leftover.id}`
  if (leftover.ageMs < bindingMs || !(await makeClaim(claim))) {
    await wait(retryMs)
    return
  }
  try {
    await assertNotLocked(socketPath)
    if ((await identityOf(socketPath))?.id === leftover.id) await rm(socketPath, { force: true })
  } finally {
    await rm(claim, { force: true })
  }
}

async function makeClaim(claim: string): Promise<boolean> {
  const isMade = await writeFile(claim, '', { flag: 'wx' }).then(
    () => true,
    () => false,
  )
  if (isMade) return true
  const other = await identityOf(claim)
  if (other && other.ageMs > claimMaxMs) await rm(claim, { force: true })
  return false
}

async function identityOf(path: string): Promise<{ id: string; ageMs: number } | undefined> {
  const found = await lstat(path, { bigint: true }).catch(() => undefined)
  return found && { id: `${found.ino}-${found.ctimeNs}`, ageMs: Math.abs(Date.now() - Number(found.ctimeMs)) }
}

/** Answers the listening server, or null when the name is taken. */
function listen(socketPath: string, isEnding: () => boolean): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.end(`${process.pid} ${isEnding() ? 'ending' : 'running'}\n`)
    })
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    server.listen(socketPath, () => {
      server.unref()
      resolve(server)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}

function assertNotLocked(socketPath: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(socketPath)
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      said += chunk
    })
    socket.on('end', () => {
      const [pid, state] = said.trim().split(' ')
      reject(new LockedError(Number(pid), state === 'ending'))
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve()
      else reject(error)
    })
  })
}
