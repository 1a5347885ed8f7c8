import { randomBytes } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'

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
    // A leftover. Two processes may find it at once: each takes it aside and looks again before it deletes,
    // so that the slower one cannot delete the socket that the faster one has just made.
    const aside = `${socketPath}.${randomBytes(4).toString('hex')}`
    const taken = await rename(socketPath, aside).then(
      () => true,
      () => false,
    )
    if (!taken) continue
    try {
      await assertNotLocked(aside)
    } catch (error) {
      await rename(aside, socketPath)
      throw error
    }
    await rm(aside, { force: true })
  }
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
