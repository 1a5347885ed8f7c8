/** The store that the settings name (FILES_STORE). */
import type { FilesConfig } from '../config.ts'
import { DiskStore } from './disk.ts'
import { S3Store } from './s3.ts'
import type { Store } from './store.ts'

export function createStore(config: FilesConfig): Store {
  return config.store === 's3' ? new S3Store(config) : new DiskStore(config.directory)
}
