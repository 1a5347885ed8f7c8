/**
 * What many callers read alike (the card of a course, the outline of a version), kept in the process. Each value is kept
 * under the company's last edit, which the statement that finds the session brings along: after an edit of anything that is
 * shown, in whichever process, the next request reads again. So no cache has to be cleared, and nothing is out of date for a time.
 *
 * Only what `server.watch_edits` watches may be kept (`last-edit.ts`). What belongs to the caller, and figures that members
 * change all day, are read for each call.
 */
import type { Caller } from '#kit/caller.ts'
import type { Connection } from './connection.ts'

/** All entries of the process together. */
const bytesMaxDefault = 64 * 1024 * 1024

/** What an entry takes beside its texts: its place in the map, its objects and their fields. */
const bytesOfEntry = 400

/** Of UTF-16, as the process holds a text that is not all Latin. */
const bytesOfUnit = 2

interface Entry {
  readonly edit: string
  readonly value: unknown
  readonly bytes: number
}

type Reader = Pick<Caller, 'companyId' | 'lastEdit'>

export class Keeper {
  readonly #bytesMax: number
  /** From the one that was not used for longest to the last one. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  constructor(bytesMax = bytesMaxDefault) {
    this.#bytesMax = bytesMax
  }

  find(key: string, edit: string): unknown {
    const entry = this.#entries.get(key)
    if (entry?.edit !== edit) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  keep(key: string, edit: string, value: unknown): void {
    const bytes = bytesOfEntry + bytesOfUnit * (key.length + JSON.stringify(value).length)
    this.#forget(key)
    this.#entries.set(key, { edit, value, bytes })
    this.#bytes += bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0
    this.#entries.delete(key)
  }
}

const keeper = new Keeper()

/** A transaction may have edited what nobody else sees yet: it reads for itself, and leaves nothing behind. */
function editOf(db: Connection, { lastEdit }: Reader): string | undefined {
  const { isTransaction } = db as unknown as { readonly isTransaction: boolean }
  return isTransaction ? undefined : lastEdit
}

/**
 * The values of these keys, by key, shared by all callers: never changed; `load` reads those that are not kept, all at once. What it
 * does not find is missing, and asked for again. `kind` names what is kept: `courses.card`.
 */
export async function keptMany<Value>(
  db: Connection,
  reader: Reader,
  kind: string,
  keys: Iterable<string>,
  load: (missing: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): Promise<ReadonlyMap<string, Value>> {
  const edit = editOf(db, reader)
  if (edit === undefined) return load([...new Set(keys)])
  const found = new Map<string, Value>()
  const missing: string[] = []
  const nameOf = (key: string) => `${kind} ${reader.companyId} ${key}`
  for (const key of new Set(keys)) {
    const value = keeper.find(nameOf(key), edit)
    if (value === undefined) missing.push(key)
    else found.set(key, value as Value)
  }
  if (missing.length === 0) return found
  for (const [key, value] of await load(missing)) {
    keeper.keep(nameOf(key), edit, value)
    found.set(key, value)
  }
  return found
}

/** The value of one key. */
export async function kept<Value>(
  db: Connection,
  reader: Reader,
  kind: string,
  key: string,
  load: () => Promise<Value>,
): Promise<Value> {
  const found = await keptMany(db, reader, kind, [key], async () => new Map([[key, await load()]]))
  return found.get(key) as Value
}
