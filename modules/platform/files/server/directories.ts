/** Folders on this machine for bytes that are no files yet, beside the disk store so that storing them copies nothing. */
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

/** Resumable uploads under way. Several server processes share them by sharing this folder. */
export function uploadsDirectory(config: Config): string {
  return join(config.files.directory, 'uploads')
}

/** Files of multipart calls until they have been answered. */
export function receivedDirectory(config: Config): string {
  return join(config.files.directory, 'received')
}

/** Where programs work on files: a folder for each run. */
export function conversionsDirectory(config: Config): string {
  return join(config.files.directory, 'conversions')
}
