/**
 * The queue of one upload field, two files at a time. `items` is a new list after every change, and a table of states
 * decides the actions of an item.
 */
import type { Upload } from 'tus-js-client'
import { CallError } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { react } from '#web/api/reactions.ts'
import { type FileInfo, type FileKindName, files } from '../contract.ts'
import { createUpload, takeUpEarlier } from './tus-upload.ts'
import { type ChoiceRefusal, refusalOf } from './upload-rules.ts'

/** A file that is made when its turn comes: one in an archive, which is unpacked then. */
interface LateFile {
  readonly name: string
  readonly size: number
  readonly open: () => Promise<File>
}
export type UploadSource = File | LateFile

/** refused: the field does not accept the file. failed: an error that allows a retry. */
export type UploadState = 'waiting' | 'unpacking' | 'uploading' | 'paused' | 'finishing' | 'done' | 'failed' | 'refused'

export type UploadAction = 'pause' | 'resume' | 'retry' | 'remove'

/** The buttons of an item. */
export const actionsOf: Readonly<Record<UploadState, readonly UploadAction[]>> = {
  waiting: ['remove'],
  unpacking: ['remove'],
  uploading: ['pause', 'remove'],
  paused: ['resume', 'remove'],
  finishing: [],
  done: ['remove'],
  failed: ['retry', 'remove'],
  refused: ['remove'],
}

export interface UploadItem {
  readonly key: number
  readonly source: UploadSource
  readonly name: string
  readonly sizeBytes: number
  readonly sentBytes: number
  readonly state: UploadState
  /** The reason of the refusal before the upload. */
  readonly refusal?: ChoiceRefusal
  /** The error of the server or the network. */
  readonly error?: CallError
  readonly file?: FileInfo
}

interface Work {
  item: UploadItem
  upload?: Upload
  /** The id of the upload, after all bytes have arrived. */
  sentId?: string
}

const runningMax = 2
const runningStates: readonly UploadState[] = ['unpacking', 'uploading', 'finishing']

export interface UploadQueueSettings {
  /** One for all, or by the file. */
  readonly kind: FileKindName | ((source: UploadSource) => FileKindName)
  readonly memberId: string
  readonly onUploaded: (file: FileInfo, key: number) => void
}

export class UploadQueue {
  items: readonly UploadItem[] = []
  readonly #settings: UploadQueueSettings
  readonly #works = new Map<number, Work>()
  readonly #listeners = new Set<() => void>()
  #nextKey = 1

  constructor(settings: UploadQueueSettings) {
    this.#settings = settings
  }

  /** Starts with the field; answers the function that stops with it. */
  open(): () => void {
    addEventListener('online', this.#retryAll)
    return () => this.#close()
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #kindOf(source: UploadSource): FileKindName {
    const { kind } = this.#settings
    return typeof kind === 'function' ? kind(source) : kind
  }

  /** Adds files and starts those that the field accepts. */
  add(chosen: readonly UploadSource[]): void {
    for (const source of chosen) {
      const key = this.#nextKey++
      const refusal = refusalOf(this.#kindOf(source), source)
      const state = refusal ? 'refused' : 'waiting'
      const item = { key, source, name: source.name, sizeBytes: source.size, sentBytes: 0, state, refusal } as const
      this.#works.set(key, { item })
    }
    this.#changed()
    this.#startWaiting()
  }

  act(key: number, action: UploadAction): void {
    const work = this.#works.get(key)
    if (!work || !actionsOf[work.item.state].includes(action)) return
    if (action === 'remove') void this.#remove(work)
    else if (action === 'pause') this.#pause(work)
    else this.#update(work, { state: 'waiting', error: undefined })
    this.#startWaiting()
  }

  /** Stops when the member leaves the page. The server keeps the received bytes for a later resumption. */
  #close(): void {
    removeEventListener('online', this.#retryAll)
    for (const { upload, item } of this.#works.values()) if (item.state === 'uploading') void upload?.abort()
    this.#works.clear()
    this.#changed()
  }

  /** Resumes interrupted uploads after a reconnection. */
  #retryAll = () => {
    for (const work of this.#works.values()) {
      const kind = work.item.error?.kind
      if (work.item.state === 'failed' && (kind === 'offline' || kind === 'server')) this.act(work.item.key, 'retry')
    }
  }

  #changed(): void {
    this.items = [...this.#works.values()].map(({ item }) => item)
    for (const listener of this.#listeners) listener()
  }

  #update(work: Work, change: Partial<UploadItem>): void {
    // A removed item receives no more events.
    if (!this.#works.has(work.item.key)) return
    work.item = { ...work.item, ...change }
    this.#changed()
  }

  #startWaiting(): void {
    const works = [...this.#works.values()]
    const running = works.filter(({ item }) => runningStates.includes(item.state)).length
    const waiting = works.filter(({ item }) => item.state === 'waiting')
    for (const work of waiting.slice(0, runningMax - running)) void this.#start(work)
  }

  async #start(work: Work): Promise<void> {
    if (work.sentId !== undefined) return this.#finish(work, work.sentId)
    if (work.upload) {
      this.#update(work, { state: 'uploading' })
      return work.upload.start()
    }
    const { source } = work.item
    const file = await this.#open(work, source)
    if (!file || !this.#works.has(work.item.key)) return
    this.#update(work, { state: 'uploading' })
    const upload = createUpload(
      file,
      { kind: this.#kindOf(source), memberId: this.#settings.memberId },
      {
        onProgress: (sentBytes) => this.#update(work, { sentBytes }),
        onSent: (id) => void this.#finish(work, id),
        onFailed: (error) => this.#failed(work, error),
      },
    )
    work.upload = upload
    const earlier = await takeUpEarlier(upload).catch(() => undefined)
    const known = earlier === undefined ? undefined : await finished(earlier)
    if (known) return this.#done(work, known)
    if (this.#works.get(work.item.key)?.item.state === 'uploading') upload.start()
  }

  /** Only those that are uploaded are there: an archive is never unpacked as a whole. */
  async #open(work: Work, source: UploadSource): Promise<File | undefined> {
    if (source instanceof File) return source
    this.#update(work, { state: 'unpacking' })
    try {
      return await source.open()
    } catch {
      this.#update(work, { state: 'refused', refusal: { reason: 'unpack', values: {} } })
      this.#startWaiting()
      return undefined
    }
  }

  async #finish(work: Work, id: string): Promise<void> {
    work.sentId = id
    this.#update(work, { state: 'finishing', sentBytes: work.item.sizeBytes })
    try {
      this.#done(work, await call(files.finishUpload, { params: { id } }, { handles: 'all' }))
    } catch (error) {
      if (error instanceof CallError) this.#failed(work, error)
      else throw error
    }
  }

  #done(work: Work, file: FileInfo): void {
    if (!this.#works.has(work.item.key)) return
    this.#update(work, { state: 'done', sentBytes: work.item.sizeBytes, file })
    // It holds the content of a file that was unpacked.
    work.upload = undefined
    this.#settings.onUploaded(file, work.item.key)
    this.#startWaiting()
  }

  #failed(work: Work, error: CallError): void {
    void react(error, { handles: 'all', quiet: true })
    this.#update(work, { state: error.kind === 'refused' ? 'refused' : 'failed', error })
    this.#startWaiting()
  }

  #pause(work: Work): void {
    void work.upload?.abort()
    this.#update(work, { state: 'paused' })
  }

  async #remove(work: Work): Promise<void> {
    this.#works.delete(work.item.key)
    this.#changed()
    // The server deletes unfinished uploads after some days; this request frees the space now.
    if (work.item.state !== 'done') await work.upload?.abort(true).catch(() => undefined)
  }
}

/** The file of an upload that was completed without an answer to this page. */
async function finished(id: string): Promise<FileInfo | undefined> {
  return call(files.finishUpload, { params: { id } }, { handles: 'all', quiet: true }).catch(() => undefined)
}
