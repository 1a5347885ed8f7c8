/**
 * Writes a feed to disk, piece by piece. Each cluster goes to the file at once, so that the recording plays even if
 * this process dies a moment later.
 */
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { recordingName } from '../embedded/recordings.ts'
import type { FeedId } from '../engine.ts'
import type { PieceSink } from './muxer.ts'

/** If this much data waits for a slow disk, the recorder stops. */
const waitingBytesMax = 32 * 1024 * 1024

export class Recorder implements PieceSink {
  private readonly directory: string
  private readonly feedId: FeedId
  private readonly fault: (message: string) => void
  private stream: WriteStream | undefined
  private name: string | undefined
  private last = 0

  constructor(directory: string, feedId: FeedId, fault: (message: string) => void) {
    this.directory = directory
    this.feedId = feedId
    this.fault = fault
  }

  /** The file that the recorder writes. */
  get writing(): string | undefined {
    return this.name
  }

  start(_mimeType: string, initialization: Uint8Array, startedAt: number): void {
    this.end()
    // Two pieces never have the same name, whatever the clock says.
    this.last = Math.max(startedAt, this.last + 1)
    this.name = recordingName(this.feedId, this.last)
    try {
      mkdirSync(this.directory, { recursive: true })
    } catch (error) {
      this.fail(error)
      return
    }
    const stream = createWriteStream(join(this.directory, this.name), { flags: 'wx', highWaterMark: 1 })
    stream.on('error', (error) => {
      if (this.stream === stream) this.fail(error)
    })
    this.stream = stream
    stream.write(initialization)
  }

  data(bytes: Uint8Array): void {
    if (!this.stream) return
    if (this.stream.writableLength > waitingBytesMax) {
      this.fail(new Error('the disk does not keep up'))
      return
    }
    this.stream.write(bytes)
  }

  end(): void {
    this.stream?.end()
    this.stream = undefined
    this.name = undefined
  }

  /** Resolves when everything is on disk. */
  async finish(): Promise<void> {
    const { stream } = this
    this.end()
    if (stream) await finished(stream).catch(() => {})
  }

  private fail(error: unknown): void {
    this.stream?.destroy()
    this.stream = undefined
    this.name = undefined
    this.fault(`recording ${this.feedId}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
