/** Scans and the participants of lists in the browser's own database: they are there after a reload and a crash. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Output } from '#kit/contract.ts'
import type { attendance } from '../../contract.ts'
import type { LoadedClock, QueuedScan, ScanStore } from './scan-queue.ts'

/** The participants of a list as they were loaded, and when. */
export interface KeptList {
  readonly data: Output<typeof attendance.scanData>
  readonly clock: LoadedClock
}

interface Schema extends DBSchema {
  readonly scans: {
    readonly key: string
    readonly value: QueuedScan & { readonly id: string }
    readonly indexes: { readonly list: [staffId: string, checkInId: string, sequence: number] }
  }
  readonly lists: { readonly key: [staffId: string, checkInId: string]; readonly value: KeptList }
}

const open = () =>
  openDB<Schema>('shuyuan-scans', 1, {
    upgrade(db) {
      const scans = db.createObjectStore('scans', { keyPath: 'id' })
      scans.createIndex('list', ['staffId', 'checkInId', 'sequence'])
      db.createObjectStore('lists')
    },
  })

export interface ScannerStore extends ScanStore {
  /** Where the browser gives no database, what is scanned lives as long as the page. */
  readonly isKept: () => boolean
  readonly readList: () => Promise<KeptList | undefined>
  readonly writeList: (list: KeptList) => Promise<void>
}

/** The store of a list for whoever scans it. */
export function scannerStore(staffId: string, checkInId: string): ScannerStore {
  let connection: Promise<IDBPDatabase<Schema>> | undefined
  let isKept = true
  /** Browsers cut a connection in the background: it is opened again, once. */
  const within = async <T>(use: (db: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> => {
    for (let tries = 0; tries < 2; tries += 1) {
      try {
        connection ??= open()
        const answer = await use(await connection)
        isKept = true
        return answer
      } catch {
        connection = undefined
      }
    }
    isKept = false
    return otherwise
  }
  const range = () => IDBKeyRange.bound([staffId, checkInId, 0], [staffId, checkInId, Number.MAX_SAFE_INTEGER])
  return {
    isKept: () => isKept,
    readAll: () => within((db) => db.getAllFromIndex('scans', 'list', range()), []),
    add: (one) =>
      within(async (db) => {
        const writing = db.transaction('scans', 'readwrite', { durability: 'strict' })
        await writing.store.put({ ...one, id: one.scan.id })
        await writing.done
      }, undefined),
    remove: (ids) =>
      within(async (db) => {
        const writing = db.transaction('scans', 'readwrite')
        await Promise.all(ids.map((id) => writing.store.delete(id)))
        await writing.done
      }, undefined),
    readList: () => within((db) => db.get('lists', [staffId, checkInId]), undefined),
    writeList: (list) => within(async (db) => void (await db.put('lists', list, [staffId, checkInId])), undefined),
  }
}
