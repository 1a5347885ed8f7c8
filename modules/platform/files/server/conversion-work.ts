/** What a conversion is given, and what it answers. */
import type { Outside } from '#server/outside.ts'
import type { Failure } from '../contract/media.ts'
import type { FileRow } from './files.ts'
import type { NewRendition } from './renditions.ts'

/** The file can't be converted, however often it is tried. */
export class NotConvertible extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`not convertible: ${failure}`)
    this.name = 'NotConvertible'
    this.failure = failure
  }
}

/** What the conversions of the kinds are given. */
export interface Work {
  readonly outside: Outside
  readonly file: FileRow
  /** A folder of this run alone, which goes with it. */
  readonly directory: string
  /** The file's content in that folder. */
  readonly source: string
  readonly signal: AbortSignal
  /** Told from 0 to 1000 as often as wanted. */
  readonly progress: (permille: number) => void
  /** Puts a finished piece into the store and answers its row. */
  readonly keep: (made: MadePiece) => Promise<NewRendition>
}

export interface MadePiece extends Pick<NewRendition, 'name' | 'content_type' | 'width' | 'height'> {
  readonly content: { readonly path: string } | Buffer
  readonly size_bytes: number
  readonly segments?: string
}
