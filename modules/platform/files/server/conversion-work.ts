/** Input and results of conversions. */
import type { Outside } from '#server/outside.ts'
import type { Failure } from '../contract/media.ts'
import type { FileRow } from './files.ts'
import type { NewRendition } from './renditions.ts'

/** The file can't be converted, and a retry would not help. */
export class NotConvertible extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(`not convertible: ${failure}`)
    this.name = 'NotConvertible'
    this.failure = failure
  }
}

/** The input of a conversion of any kind. */
export interface ConversionInput {
  readonly outside: Outside
  readonly file: FileRow
  /** The folder of this run, which is deleted after it. */
  readonly directory: string
  /** The path of the file's content in that folder. */
  readonly source: string
  readonly signal: AbortSignal
  /** Reports the progress in permille. */
  readonly progress: (permille: number) => void
  /** Stores a finished rendition and returns its row. */
  readonly keep: (made: MadePiece) => Promise<NewRendition>
}

export interface MadePiece extends Pick<NewRendition, 'name' | 'content_type' | 'width' | 'height'> {
  readonly content: { readonly path: string } | Buffer
  readonly size_bytes: number
  readonly segments?: string
}
