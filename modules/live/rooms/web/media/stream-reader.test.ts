import { describe, expect, it } from 'vitest'
import { readStreamMessage } from '#modules/live/engines/contract.ts'
import { streamReader } from './stream-reader.ts'

describe('the stream of the room', () => {
  it('reaches the player with its type, its initialization, and its key pieces', () => {
    const messages: unknown[] = []
    const read = streamReader((message) => messages.push(readStreamMessage(new Uint8Array(message))))
    const binary = (...bytes: number[]) => new Uint8Array(bytes).buffer
    read(binary(1, 9))
    read(JSON.stringify({ e: 'start', mimeType: 'video/webm; codecs="vp8, opus"', feedId: 'h:camera' }))
    read(binary(0, 7, 7))
    read(binary(2, 1))
    read(binary(1, 2, 3))
    read(JSON.stringify({ e: 'end' }))
    read(binary(1, 4))
    expect(messages).toEqual([
      { kind: 'start', mimeType: 'video/webm; codecs="vp8, opus"', initialization: new Uint8Array([7, 7]) },
      { kind: 'data', bytes: new Uint8Array([1]), key: true },
      { kind: 'data', bytes: new Uint8Array([2, 3]), key: false },
      { kind: 'end' },
    ])
  })
})
