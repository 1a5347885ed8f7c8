/**
 * A full disk below a folder, for this process. What is written there goes to `/dev/full`, where the kernel itself says that
 * no space is left; without one (macOS), the stream fails with the same code.
 */
import fs, { existsSync } from 'node:fs'
import fsPromises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { Writable } from 'node:stream'

const full = '/dev/full'

function noSpace(path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`ENOSPC: no space left on device, write '${path}'`), {
    code: 'ENOSPC',
    syscall: 'write',
  })
}

/** Fills the disk; the answered function frees it. */
export function fillDisk(directory: string): () => void {
  const isThere = (path: unknown): path is string => typeof path === 'string' && path.startsWith(directory)
  const { createWriteStream } = fs
  const { writeFile, copyFile } = fsPromises
  fs.createWriteStream = ((path: fs.PathLike, options?: object) => {
    if (!isThere(path)) return createWriteStream(path, options as Parameters<typeof createWriteStream>[1])
    if (existsSync(full)) return createWriteStream(full, { flags: 'w' })
    return new Writable({ write: (_chunk, _encoding, done) => done(noSpace(path)) })
  }) as typeof fs.createWriteStream
  fsPromises.writeFile = (async (path: string, ...rest: [never]) => {
    if (isThere(path)) throw noSpace(path)
    return writeFile(path, ...rest)
  }) as typeof fsPromises.writeFile
  fsPromises.copyFile = (async (source: string, path: string, ...rest: [never]) => {
    if (isThere(path)) throw noSpace(path)
    return copyFile(source, path, ...rest)
  }) as typeof fsPromises.copyFile
  syncBuiltinESMExports()
  return () => {
    Object.assign(fs, { createWriteStream })
    Object.assign(fsPromises, { writeFile, copyFile })
    syncBuiltinESMExports()
  }
}
