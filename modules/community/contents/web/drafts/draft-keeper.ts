/**
 * Keeps what an author writes: on this device with every change, at the server every five seconds. What the server did not take
 * yet is found again after a crash, and what another device has saved meanwhile is never written over.
 */

export interface SavedDraft<Fields> {
  readonly id: string
  readonly revision: number
  readonly fields: Fields
}

/** `kept`: on this device only, until the server can be reached again. */
export type DraftState = 'saved' | 'waiting' | 'saving' | 'kept' | 'refused' | 'conflict'

/** What this device holds of a draft that the server has not taken yet. */
export interface LocalCopy<Fields> {
  readonly revision: number
  /** The revision of what the draft changes, on which it began. */
  readonly base?: number | undefined
  readonly fields: Fields
}

export interface LocalStore<Fields> {
  readonly read: () => LocalCopy<Fields> | undefined
  /** False where the browser keeps nothing. */
  readonly write: (copy: LocalCopy<Fields>) => boolean
  readonly forget: () => void
}

/** How saving went: taken, refused because another device was faster, refused for good, or not decided. */
export type Sent<Fields> =
  | { readonly kind: 'taken'; readonly id: string; readonly revision: number }
  | { readonly kind: 'conflict'; readonly theirs: SavedDraft<Fields> }
  | { readonly kind: 'refused' }
  | { readonly kind: 'lost' }

export interface KeeperOptions<Fields> {
  readonly send: (draft: {
    id: string | undefined
    revision: number
    base: number | undefined
    fields: Fields
  }) => Promise<Sent<Fields>>
  readonly store: LocalStore<Fields>
  /** After every change of the state. */
  readonly onState: () => void
  readonly saveMs?: number
}

export const SAVE_MS = 5000

export class DraftKeeper<Fields> {
  readonly #options: KeeperOptions<Fields>
  #id: string | undefined
  #revision: number
  #base: number | undefined
  #fields: Fields
  #isChanged = false
  #state: DraftState = 'saved'
  #theirs: SavedDraft<Fields> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | undefined
  #isClosed = false

  constructor(
    start: { id?: string; revision: number; base?: number | undefined; fields: Fields },
    options: KeeperOptions<Fields>,
  ) {
    this.#options = options
    this.#id = start.id
    this.#revision = start.revision
    this.#base = start.base
    this.#fields = start.fields
    const local = options.store.read()
    if (!local || JSON.stringify(local.fields) === JSON.stringify(start.fields)) return
    this.#fields = local.fields
    // What was typed before a crash goes on from what was there then.
    this.#base = local.base ?? start.base
    this.#isChanged = true
    if (local.revision < start.revision && start.id !== undefined) {
      this.#theirs = { id: start.id, revision: start.revision, fields: start.fields }
      this.#state = 'conflict'
    } else this.#wait()
  }

  get id(): string | undefined {
    return this.#id
  }
  get revision(): number {
    return this.#revision
  }
  get fields(): Fields {
    return this.#fields
  }
  get state(): DraftState {
    return this.#state
  }
  /** What another device has saved, while it is to be decided which text stays. */
  get theirs(): SavedDraft<Fields> | undefined {
    return this.#theirs
  }
  /** Whether something would be lost with this device. */
  get isUnsaved(): boolean {
    return this.#isChanged
  }

  change(fields: Fields): void {
    this.#fields = fields
    this.#isChanged = true
    this.#keep()
    if (this.#state !== 'conflict') this.#wait()
  }

  /** Sends what is not saved yet, and waits for it. True where all of it is with the server. */
  async flush(): Promise<boolean> {
    for (let tries = 0; tries < 2; tries += 1) {
      if (this.#sending) await this.#sending
      if (!this.#isChanged || this.#state === 'conflict') break
      this.#sending = this.#send().finally(() => {
        this.#sending = undefined
      })
      await this.#sending
    }
    return !this.#isChanged
  }

  /** Which of the two texts stays. The other one is still among the versions of whoever took it. */
  async decide(choice: 'mine' | 'theirs'): Promise<void> {
    const theirs = this.#theirs
    if (!theirs) return
    this.#theirs = undefined
    this.#revision = theirs.revision
    this.#id = theirs.id
    if (choice === 'theirs') {
      this.#fields = theirs.fields
      this.#isChanged = false
      this.#options.store.forget()
      this.#become('saved')
      return
    }
    this.#isChanged = true
    this.#keep()
    this.#become('waiting')
    await this.flush()
  }

  /** The draft was published or removed: nothing is sent any more. */
  end(): void {
    this.#isChanged = false
    this.#options.store.forget()
    this.close()
  }

  /** The screen is left: what waits is sent, and later tries are another screen's. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #send(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const fields = this.#fields
    this.#become('saving')
    const sent = await this.#options.send({ id: this.#id, revision: this.#revision, base: this.#base, fields })
    if (sent.kind === 'taken') {
      this.#id = sent.id
      this.#revision = sent.revision
      this.#isChanged = this.#fields !== fields
      if (this.#isChanged) {
        this.#keep()
        return this.#wait()
      }
      this.#options.store.forget()
      return this.#become('saved')
    }
    if (sent.kind === 'conflict') {
      this.#theirs = sent.theirs
      return this.#become('conflict')
    }
    if (sent.kind === 'refused') return this.#become('refused')
    this.#wait()
    this.#become('kept')
  }

  #keep(): void {
    this.#options.store.write({ revision: this.#revision, base: this.#base, fields: this.#fields })
  }

  #wait(): void {
    if (this.#state !== 'kept') this.#become('waiting')
    if (this.#timer !== undefined || this.#isClosed) return
    this.#timer = setTimeout(() => void this.flush(), this.#options.saveMs ?? SAVE_MS)
  }

  #become(state: DraftState): void {
    this.#state = state
    if (!this.#isClosed) this.#options.onState()
  }
}

const KEY = 'shuyuan.content-draft'

/** In the storage of the browser: by member, and by draft, or by kind where it has no id yet. */
export function localCopies<Fields>(memberId: string, name: string): LocalStore<Fields> {
  const key = `${KEY}.${memberId}.${name}`
  return {
    read() {
      try {
        const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as LocalCopy<Fields> | null
        return kept?.fields ? kept : undefined
      } catch {
        return undefined
      }
    },
    write(copy) {
      try {
        localStorage.setItem(key, JSON.stringify(copy))
        return true
      } catch {
        return false
      }
    },
    forget() {
      try {
        localStorage.removeItem(key)
      } catch {
        // A browser that keeps nothing has nothing to forget.
      }
    },
  }
}
