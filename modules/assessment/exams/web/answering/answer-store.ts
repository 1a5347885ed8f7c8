/** The changes of exams in the browser's own database: they are there after a reload and a crash. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { EntryStore, JournalEntry } from './answer-journal.ts'

interface Kept extends JournalEntry<unknown> {
  readonly attempt: string
  /** When its writer started, in ms: the oldest writer's changes are sent first. */
  readonly startedAt: number
}

interface Schema extends DBSchema {
  readonly entries: { readonly key: [attempt: string, writer: string, number: number]; readonly value: Kept }
}

const open = () =>
  openDB<Schema>('shuyuan-answers', 1, {
    upgrade: (db) => void db.createObjectStore('entries', { keyPath: ['attempt', 'writer', 'number'] }),
  })

const rangeOf = (attempt: string, writer?: string, upTo = Number.MAX_SAFE_INTEGER) =>
  writer === undefined
    ? IDBKeyRange.bound([attempt], [attempt, []])
    : IDBKeyRange.bound([attempt, writer, 0], [attempt, writer, upTo])

/**
 * The store of an attempt. Where the browser gives no database (a private window, a full disk), the changes live as long as the
 * screen; `isKept` tells.
 */
export function answerStore<Change>(
  attempt: string,
  now: () => number,
): EntryStore<Change> & { isKept: () => boolean } {
  const startedAt = now()
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
  return {
    isKept: () => isKept,
    async readAll() {
      const kept = await within((db) => db.getAll('entries', rangeOf(attempt)), [])
      const inOrder = kept.toSorted(
        (a, b) => a.startedAt - b.startedAt || a.writer.localeCompare(b.writer) || a.number - b.number,
      )
      return inOrder.map(({ writer, number, change }) => ({ writer, number, change: change as Change }))
    },
    add: ({ writer, number, change }) =>
      within(async (db) => {
        const writing = db.transaction('entries', 'readwrite', { durability: 'strict' })
        await writing.store.put({ attempt, startedAt, writer, number, change })
        await writing.done
      }, undefined),
    removeUpTo: (writer, number) => within((db) => db.delete('entries', rangeOf(attempt, writer, number)), undefined),
  }
}
