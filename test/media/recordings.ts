import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { BufferSource, EncodedPacketSink, Input, WEBM } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import type { Recording, StreamSink } from '#modules/live/engines/server/engine.ts'
import { type MediaTest, until, untilDone } from './room.ts'

/** What a player finds in bytes of WebM: the packets of each medium, and how long it lasts. */
async function readWebm(bytes: Uint8Array) {
  const input = new Input({ formats: [WEBM], source: new BufferSource(bytes) })
  const packetsOf = async (track: Awaited<ReturnType<typeof input.getPrimaryVideoTrack>> | null) => {
    const times: number[] = []
    if (track) for await (const packet of new EncodedPacketSink(track).packets()) times.push(packet.timestamp)
    return times
  }
  const video = await packetsOf(await input.getPrimaryVideoTrack())
  const audio = await packetsOf((await input.getPrimaryAudioTrack()) as never)
  const all = [...video, ...audio]
  return { video, audio, seconds: Math.max(...all) - Math.min(...all) }
}

async function readRecording({ path }: Recording) {
  return readWebm(await readFile(path))
}

const isAscending = (times: readonly number[]) =>
  times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0))

/** Takes a stream as a browser would. */
function takeStream() {
  const taken = {
    types: [] as string[],
    bytes: [] as Uint8Array[],
    firstKey: undefined as boolean | undefined,
    ended: 0,
  }
  const sink: StreamSink = {
    start(mimeType, initialization) {
      taken.types.push(mimeType)
      taken.bytes = [initialization]
      taken.firstKey = undefined
    },
    data(bytes, key) {
      taken.firstKey ??= key
      taken.bytes.push(bytes)
    },
    end() {
      taken.ended += 1
    },
  }
  return { taken, sink }
}

export function recordingTests({ media, engine }: MediaTest): void {
  describe('recordings of the embedded engine', () => {
    it('begin by themselves, one piece a feed, and can be played at once', async () => {
      const room = media.room(engine())
      const startedAt = Date.now()
      await room.open({ record: true })
      await room.publish('host')
      await room.publish('host', 'screen')
      const pieces = await until(
        () => room.engine.recordings(room.id),
        (found) => found.length === 2,
      )
      expect(pieces.map(({ feedId }) => feedId).sort()).toEqual(['host:camera', 'host:screen'])
      for (const piece of pieces) {
        expect(piece).toMatchObject({ container: 'webm', endedAt: null })
        expect(piece.startedAt).toBeGreaterThanOrEqual(startedAt)
        expect(piece.startedAt).toBeLessThanOrEqual(Date.now())
      }
      // While they are written.
      const half = await untilDone(async () => {
        const read = await Promise.all(pieces.map(readRecording))
        if (read.some(({ video, audio }) => video.length < 25 || audio.length < 25)) throw new Error('too short')
        return read
      })
      expect(half).toHaveLength(2)
      await room.engine.end(room.id)
      const ended = await room.engine.recordings(room.id)
      expect(ended).toHaveLength(2)
      for (const piece of ended) {
        const read = await readRecording(piece)
        expect(piece.endedAt).toBeGreaterThan(piece.startedAt)
        expect(isAscending(read.video) && isAscending(read.audio)).toBe(true)
        expect(read.video.length).toBeGreaterThanOrEqual(25)
        expect(read.seconds * 1000).toBeLessThan((piece.endedAt ?? 0) - piece.startedAt + 2000)
      }
    })

    it('begin a new piece where the camera is switched off or on, and hold nothing that was muted', async () => {
      const room = media.room(engine())
      await room.open({ record: true })
      const host = await room.publish('host')
      const count = (wanted: number) =>
        until(
          () => room.engine.recordings(room.id),
          (found) => found.length === wanted,
        )
      await count(1)
      host.isPictureOn = false
      await count(2)
      host.isPictureOn = true
      await count(3)
      await room.engine.mute(room.id, 'host:camera', 'video', true)
      const pieces = await count(4)
      await room.engine.end(room.id)
      const read = await Promise.all(pieces.map(readRecording))
      expect(read.map(({ video }) => video.length > 0)).toEqual([true, false, true, false])
      expect(read.every(({ audio }) => audio.length > 0)).toBe(true)
      // One ends where the next begins: no sound is lost between them.
      for (const [index, piece] of pieces.entries()) {
        const following = pieces[index + 1]
        const end = piece.startedAt + (read[index]?.seconds ?? 0) * 1000
        if (following) expect(Math.abs(following.startedAt - end)).toBeLessThan(1000)
      }
    })

    it('survive the kill of the engine, which comes back and begins another piece', async () => {
      const local = media.engine()
      const room = media.room(local)
      await room.open({ record: true })
      await room.publish('host')
      const [piece] = await until(
        () => local.recordings(room.id),
        (found) => found.length === 1 && existsSync(found[0]?.path ?? ''),
      )
      if (!piece) throw new Error('no piece')
      await untilDone(async () => {
        if ((await readRecording(piece)).video.length < 40) throw new Error('too short')
        return true
      })
      const killed = local.processId
      process.kill(killed ?? 0, 'SIGKILL')
      await until(
        () => room.events.map(({ name }) => name),
        (names) => names.includes('down') && names.includes('back'),
      )
      expect(local.processId).not.toBe(killed)
      const [left] = await local.recordings(room.id)
      expect(left).toMatchObject({ path: piece.path, startedAt: piece.startedAt })
      // All of it until half a second before the kill.
      const read = await readRecording(piece)
      expect(read.seconds * 1000).toBeGreaterThan((left?.endedAt ?? 0) - piece.startedAt - 1500)
      await room.publish('host')
      const pieces = await until(
        () => local.recordings(room.id),
        (found) => found.length === 2,
      )
      expect(pieces.map(({ endedAt }) => endedAt === null)).toEqual([false, true])
    })

    it('stream to players too: who comes later begins at a key piece', async () => {
      const room = media.room(engine())
      await room.open()
      const early = takeStream()
      const stopEarly = room.engine.stream?.(room.id, 'host:camera', early.sink)
      const host = await room.publish('host')
      await until(
        () => early.taken.bytes.length,
        (count) => count > 5,
      )
      expect(early.taken.types).toEqual(['video/webm; codecs="vp8, opus"'])
      const late = takeStream()
      const stopLate = room.engine.stream?.(room.id, 'host:camera', late.sink)
      await until(
        () => late.taken.bytes.length,
        (count) => count > 5,
      )
      expect([early.taken.firstKey, late.taken.firstKey]).toEqual([true, true])
      const read = await readWebm(Buffer.concat(late.taken.bytes))
      expect(read.video.length).toBeGreaterThan(5)
      expect(isAscending(read.video) && isAscending(read.audio)).toBe(true)
      // Without a picture it begins again, as sound alone.
      host.isPictureOn = false
      await until(
        () => late.taken.types.at(-1),
        (type) => type === 'audio/webm; codecs="opus"',
      )
      await room.engine.drop(room.id, 'host')
      await until(
        () => [early.taken.ended, late.taken.ended],
        (ended) => ended.every((times) => times === 1),
      )
      // The speaker comes back, and so does the stream.
      await room.publish('host')
      await until(
        () => late.taken.types.length,
        (count) => count === 3,
      )
      stopEarly?.()
      stopLate?.()
      expect(await room.engine.recordings(room.id)).toEqual([])
    })

    it('are not asked for by a name that leads elsewhere', async () => {
      expect(await engine().recordings('../../etc')).toEqual([])
    })
  })
}
