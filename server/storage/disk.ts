/** Files on the local disk: written beside, synced, then linked into place, so that a kill leaves all or nothing. */
import { randomUUID } from 'node:crypto'
import { createReadStream, constants as fsConstants } from 'node:fs'
import { copyFile, link, mkdir, open, readdir, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { assertKey, type ByteRange, type Content, MissingObject, type Store } from './store.ts'

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function unlinkIfThere(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

export class DiskStore implements Store {
  readonly kind = 'disk'
  readonly #objects: string
  readonly #temporary: string

  constructor(directory: string) {
    this.#objects = join(directory, 'objects')
    this.#temporary = join(directory, 'temporary')
  }

  /** The last characters of a key spread evenly (its first ones are the time), so no folder grows too large. */
  #pathOf(key: string): string {
    assertKey(key)
    return join(this.#objects, key.slice(-2), key.slice(-4, -2), key)
  }

  async put(key: string, content: Content): Promise<void> {
    const path = this.#pathOf(key)
    await mkdir(dirname(path), { recursive: true })
    await mkdir(this.#temporary, { recursive: true })
    const temporary = join(this.#temporary, randomUUID())
    try {
      if (Buffer.isBuffer(content)) await writeFile(temporary, content)
      // A second name for the same bytes costs nothing; another file system needs a copy.
      else await link(content.path, temporary).catch(() => copyFile(content.path, temporary, fsConstants.COPYFILE_EXCL))
      await sync(temporary)
      await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
        // Objects never change, so one that is there already is the result of an earlier try.
        if (error.code !== 'EEXIST') throw error
      })
      await sync(dirname(path))
    } finally {
      await unlinkIfThere(temporary)
    }
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await open(this.#pathOf(key), 'r').catch((error: unknown) => {
      throw isMissing(error) ? new MissingObject(key) : error
    })
    return createReadStream('', { fd: handle, ...range, highWaterMark: 256 * 1024 })
  }

  async stat(key: string): Promise<{ readonly sizeBytes: number } | undefined> {
    try {
      return { sizeBytes: (await stat(this.#pathOf(key))).size }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async delete(key: string): Promise<void> {
    await unlinkIfThere(this.#pathOf(key))
  }

  async removeLeftovers(before: number): Promise<number> {
    let removed = 0
    for (const name of await readdir(this.#temporary).catch(() => [])) {
      const path = join(this.#temporary, name)
      // The time of the link, not of the bytes: a linked file may be older than its try.
      const { ctimeMs } = await stat(path).catch(() => ({ ctimeMs: before }))
      if (ctimeMs >= before) continue
      await unlinkIfThere(path)
      removed += 1
    }
    return removed
  }
}
