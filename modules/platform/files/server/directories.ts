/** Working folders on this machine. They are beside the disk store, so storing a file copies no bytes. */
import { join } from 'node:path'
import type { Config } from '#server/config.ts'

/** Resumable uploads in progress. Several server processes share this folder. */
export function uploadsDirectory(config: Config): string {
  return join(config.files.directory, 'uploads')
}

/** Files of multipart calls until the answer. */
export function receivedDirectory(config: Config): string {
  return join(config.files.directory, 'received')
}

/** The working folders of programs, one per run. */
export function conversionsDirectory(config: Config): string {
  return join(config.files.directory, 'conversions')
}
