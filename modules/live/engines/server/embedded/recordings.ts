/**
 * The pieces of recordings on disk. Their names carry all metadata, so that nothing is lost with an engine's memory.
 */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FeedId, Recording } from '../engine.ts'

/** `{participant}.{source}.{start time}.webm` in the folder of the room. */
export function recordingName(feedId: FeedId, startedAt: number): string {
  return `${feedId.replace(':', '.')}.${startedAt}.webm`
}

const pattern = /^([A-Za-z0-9_-]+)\.(camera|screen)\.(\d+)\.webm$/

/**
 * All pieces of a room, oldest first. A piece that no engine writes ended at its last write. `askWriting` runs after
 * the folder is read, so that a piece that has just started does not count as ended.
 */
export async function listRecordings(
  directory: string,
  roomId: string,
  askWriting: () => Promise<readonly string[] | undefined>,
): Promise<Recording[]> {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(roomId)) return []
  const folder = join(directory, roomId)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const writing = (await askWriting()) ?? []
  const pieces = await Promise.all(names.map((name) => recordingOf(folder, name, writing.includes(name))))
  return pieces.filter((piece) => piece !== undefined).sort((left, right) => left.startedAt - right.startedAt)
}

async function recordingOf(folder: string, name: string, isWritten: boolean): Promise<Recording | undefined> {
  const parts = pattern.exec(name)
  if (!parts) return undefined
  const path = join(folder, name)
  const startedAt = Number(parts[3])
  const endedAt = isWritten ? null : Math.max(startedAt, Math.floor((await stat(path)).mtimeMs))
  return { feedId: `${parts[1]}:${parts[2]}`, path, container: 'webm', startedAt, endedAt }
}
