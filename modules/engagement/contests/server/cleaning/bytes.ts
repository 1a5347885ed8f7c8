/** Reads and overwrites pieces of an open file. */
import { fstatSync, readSync, writeSync } from 'node:fs'

export class FileBytes {
  readonly size: number
  readonly #file: number

  constructor(file: number) {
    this.#file = file
    this.size = fstatSync(file).size
  }

  read(at: number, length: number): Buffer {
    const bytes = Buffer.alloc(length)
    if (at < 0 || at + length > this.size || readSync(this.#file, bytes, 0, length, at) !== length)
      throw new Error('the file ends too early')
    return bytes
  }

  write(at: number, bytes: Uint8Array): void {
    writeSync(this.#file, bytes, 0, bytes.length, at)
  }

  /** Piece by piece, for a hostile file may call a gigabyte a property. */
  blank(from: number, to: number): void {
    const zeros = new Uint8Array(65_536)
    for (let at = from; at < to; at += zeros.length) this.write(at, zeros.subarray(0, Math.min(zeros.length, to - at)))
  }
}
