/** The archive can't become a package, however often it is tried. */
import type { PackageFault } from '../../contract.ts'

export class Unfit extends Error {
  readonly code: PackageFault
  /** The path or the word that it is about. */
  readonly detail: string

  constructor(code: PackageFault, detail = '') {
    super(`unfit: ${code} ${detail}`)
    this.name = 'Unfit'
    this.code = code
    this.detail = detail.slice(0, 300)
  }
}
