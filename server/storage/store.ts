/** The store of uploaded bytes. The module `files` controls the access. */
import type { Readable } from 'node:stream'

/** Bytes from `start` to `end`, both counted from 0 and both included, as in HTTP. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** What is stored: bytes, or a finished file on this machine's disk, which stays where it is. */
export type Content = Buffer | { readonly path: string }

/** Keys are made by us, never from a name that a user gave. */
export interface Store {
  readonly kind: 'disk' | 's3'
  /** Stores the content durably and atomically: all of it or nothing, even after a crash. */
  put(key: string, content: Content): Promise<void>
  /** Throws `MissingObject` where the key is unknown. */
  get(key: string, range?: ByteRange): Promise<Readable>
  stat(key: string): Promise<{ readonly sizeBytes: number } | undefined>
  /** Deleting a missing object is no error, so that a deletion can be repeated. */
  delete(key: string): Promise<void>
  /** Removes what killed `put`s left behind before the instant, and answers how many pieces. */
  removeLeftovers(before: number): Promise<number>
}

export class MissingObject extends Error {
  constructor(key: string) {
    super(`no object ${key} in the store`)
    this.name = 'MissingObject'
  }
}

const KEY = /^[0-9a-z][0-9a-z-]{7,63}$/

/** Keys become paths and addresses, so anything but letters, digits and hyphens is a fault of the program. */
export function assertKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`not a key of the store: ${JSON.stringify(key)}`)
}
