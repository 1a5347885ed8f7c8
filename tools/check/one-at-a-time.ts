/** What only one process of this machine does at a time, by a name. */
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { holdExclusively, LockedError } from '#tools/exclusive.ts'

const retryMs = 100

export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  // The address of a socket is short.
  const socketPath = join(tmpdir(), `shuyuan-${createHash('sha256').update(name).digest('hex').slice(0, 16)}.sock`)
  for (;;) {
    try {
      const { release } = await holdExclusively(socketPath)
      try {
        return await work()
      } finally {
        await release()
      }
    } catch (error) {
      if (!(error instanceof LockedError)) throw error
      await wait(retryMs)
    }
  }
}
