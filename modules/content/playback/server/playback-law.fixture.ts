/**
 * The law of believed progress as tests, for every module whose content is played: forged, doubled and jumbled heartbeats,
 * one after another and at once. What is credited never outruns the clock. A module calls `testPlaybackLaw` with its own
 * statement behind `start` and `heartbeat`.
 */
import fc from 'fast-check'
import type { RawBuilder } from 'kysely'
import { describe, expect, it } from 'vitest'
import { Refusal } from '#kit/errors.ts'
import type { Interval } from '#kit/playback.ts'
import { CallRefused, type TestPlatform } from '#test/harness.ts'
import { meeting } from '#test/race.ts'

const second = 1000
const minute = 60 * second
const headStartMs = 2 * second
const rateMax = 2

/** The length of every item that is played in these tests. */
export const lawDurationMs = 10 * minute
/** How many items a viewer of these tests can play. */
const itemCount = 3

interface LawClaim {
  readonly sequence: number
  readonly intervals: Interval[]
  readonly activeMs: number
}

/** A new viewer, with the calls of its player. */
export interface LawViewer {
  start(item: number): Promise<{ readonly playbackId: string; readonly watched: readonly Interval[] }>
  heartbeat(playbackId: string, claim: LawClaim): Promise<{ readonly acknowledgedSequence: number }>
  /** The progress that a screen shows of the item. */
  percent(item: number): Promise<number>
  /** The time spent playing that is stored, in all items. */
  countedMs(): Promise<number>
  /** A statement that locks the row in which the progress of the playback stands. */
  lockOf(playbackId: string): RawBuilder<unknown>
}

export interface PlaybackUnderTest {
  /** On eight connections. */
  readonly platform: TestPlatform
  readonly refusals: { readonly takenOver: number; readonly tooFast: number; readonly tooFragmented: number }
  readonly newViewer: () => Promise<LawViewer>
}

const lengthOf = (intervals: readonly Interval[]) => intervals.reduce((sum, { from, to }) => sum + to - from, 0)

/** The union, found the slow and obvious way: second by second. */
function secondsCovered(intervals: readonly Interval[]): Set<number> {
  const covered = new Set<number>()
  for (const { from, to } of intervals)
    for (let at = from; at < Math.min(to, lawDurationMs); at += second) covered.add(at)
  return covered
}

/** A refusal over HTTP, or of a function that is called directly. */
function refusedBy(error: unknown) {
  if (error instanceof CallRefused) return { errorCode: error.errorCode, data: error.data ?? {} }
  if (error instanceof Refusal) return { errorCode: error.error.code, data: error.data ?? {} }
  throw error
}

const wholeSeconds = fc
  .tuple(fc.integer({ min: 0, max: 599 }), fc.integer({ min: 1, max: 60 }))
  .map(([from, length]) => ({ from: from * second, to: (from + length) * second }))

/** One thing that a forger may do. The claim continues where the last believed one ended, so that all of it is new. */
const move = fc.record({
  waitMs: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 0, max: 5 * second })),
  action: fc.constantFrom('claim', 'claim', 'claim', 'late', 'replay', 'start', 'old-playback'),
  item: fc.integer({ min: 0, max: itemCount - 1 }),
  lengthMs: fc.oneof(fc.integer({ min: 1, max: 5 * second }), fc.integer({ min: 1, max: minute })),
  activeMs: fc.oneof(fc.integer({ min: 0, max: 10 * second }), fc.constant(86_400_000)),
})

export function testPlaybackLaw({ platform, refusals, newViewer }: PlaybackUnderTest): void {
  async function newPlayer() {
    const viewer = await newViewer()
    const heartbeat = async (playbackId: string, sequence: number, intervals: readonly Interval[], activeMs = 0) => {
      try {
        const answer = await viewer.heartbeat(playbackId, { sequence, intervals: [...intervals], activeMs })
        return { accepted: true as const, ...answer }
      } catch (error) {
        const { errorCode, data } = refusedBy(error)
        return { accepted: false as const, errorCode, data, allowedMs: Number(data.allowedMs ?? 0) }
      }
    }
    return { ...viewer, start: (item = 0) => viewer.start(item), heartbeat }
  }

  describe('the law of believed progress', () => {
    it('keeps the union of whatever is reported, as an oracle that counts second by second does', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(wholeSeconds, { maxLength: 5 }), { minLength: 1, maxLength: 6 }),
          async (heartbeats) => {
            const player = await newPlayer()
            const { playbackId } = await player.start()
            const reported: Interval[] = []
            for (const [index, intervals] of heartbeats.entries()) {
              platform.now += 5 * minute
              reported.push(...intervals)
              await player.heartbeat(playbackId, index + 1, intervals)
            }
            const { watched } = await player.start()
            const expected = secondsCovered(reported)
            expect(secondsCovered(watched)).toEqual(expected)
            expect(lengthOf(watched)).toBe(expected.size * second)
            expect(await player.percent(0)).toBe(Math.floor((expected.size * 100) / 600))
            for (const [index, { from }] of watched.slice(1).entries())
              expect(from).toBeGreaterThan(watched[index]?.to ?? 0)
          },
        ),
        { numRuns: 25 },
      )
    })

    it('credits no forged, doubled or jumbled sequence with more than the clock times the speed', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(move, { minLength: 10, maxLength: 30 }), async (moves) => {
          const player = await newPlayer()
          const startedAt = platform.now
          const ends = [0, 0, 0]
          const playbacks = [(await player.start()).playbackId]
          let [at, sequence] = [0, 0]
          let last = { sequence: 1, intervals: [] as Interval[], activeMs: 0 }
          for (const { waitMs, action, item, lengthMs, activeMs } of moves) {
            platform.now += waitMs
            if (action === 'start') {
              playbacks.push((await player.start(item)).playbackId)
              ;[at, sequence] = [item, 0]
              continue
            }
            const from = ends[at] ?? 0
            let fresh = { sequence: sequence + 1, intervals: [{ from, to: from + lengthMs }], activeMs }
            const sent = { claim: fresh, 'old-playback': fresh, replay: last, late: { ...fresh, sequence } }[action]
            if (sent.sequence === 0) continue
            const target = (action === 'old-playback' ? playbacks[0] : playbacks.at(-1)) ?? ''
            let answer = await player.heartbeat(target, sent.sequence, sent.intervals, sent.activeMs)
            if (target !== playbacks.at(-1))
              expect(answer).toMatchObject({ accepted: false, errorCode: refusals.takenOver })
            if (!answer.accepted && answer.allowedMs > 0 && sent === fresh) {
              // Greedy: the answer says how much would have been believed, and the forger claims exactly that.
              const intervals = [{ from, to: from + answer.allowedMs * rateMax }]
              fresh = { ...fresh, intervals }
              answer = await player.heartbeat(target, fresh.sequence, intervals, activeMs)
            }
            if (!answer.accepted) continue
            // A replay into a new playback is a first heartbeat there; the next one has the number after it.
            const isBelieved = action === 'claim' && answer.acknowledgedSequence === fresh.sequence
            sequence = answer.acknowledgedSequence
            if (!isBelieved) continue
            ends[at] = fresh.intervals[0]?.to ?? 0
            last = fresh
          }
          const lengths: number[] = []
          for (const item of ends.keys()) lengths.push(lengthOf((await player.start(item)).watched))
          const wallMs = platform.now - startedAt
          // What was acknowledged is stored.
          for (const [index, end] of ends.entries())
            expect(lengths[index]).toBeGreaterThanOrEqual(Math.min(lawDurationMs, end))
          expect(lengths.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual((wallMs + headStartMs) * rateMax)
          expect(await player.countedMs()).toBeLessThanOrEqual(wallMs + headStartMs)
        }),
        { numRuns: 25 },
      )
    })

    it('weighs heartbeats that arrive at the same time one after the other', async () => {
      const player = await newPlayer()
      const { playbackId } = await player.start()
      platform.now += 30 * second
      const claims = Array.from({ length: 8 }, (_, index) => ({ from: index * minute, to: (index + 1) * minute }))
      const answers = await meeting(platform, 8, player.lockOf(playbackId), () =>
        Promise.all(claims.map((claim, index) => player.heartbeat(playbackId, index + 1, [claim]))),
      )
      // 32 s of clock pay for 64 s of video: one claim of 60 s, whichever came first. Lower numbers are repeats then.
      const accepted = new Set(answers.flatMap((answer) => (answer.accepted ? answer.acknowledgedSequence : [])))
      expect(accepted.size).toBe(1)
      const [number = 0] = accepted
      expect((await player.start()).watched).toEqual([claims[number - 1]])
    })

    it('stores the same heartbeat once, however often it arrives, at once and later', async () => {
      const player = await newPlayer()
      const { playbackId } = await player.start()
      platform.now += 10 * second
      const intervals = [{ from: 0, to: 10 * second }]
      const answers = await meeting(platform, 8, player.lockOf(playbackId), () =>
        Promise.all(Array.from({ length: 8 }, () => player.heartbeat(playbackId, 1, intervals, 10 * second))),
      )
      expect(answers.every((answer) => answer.accepted && answer.acknowledgedSequence === 1)).toBe(true)
      expect(await player.countedMs()).toBe(10 * second)
      platform.now += 20 * second
      const later = await player.heartbeat(playbackId, 1, [{ from: 0, to: 30 * second }], 20 * second)
      expect(later).toMatchObject({ accepted: true, acknowledgedSequence: 1 })
      expect(await player.countedMs()).toBe(10 * second)
      expect((await player.start()).watched).toEqual(intervals)
    })

    it('lets one of several playbacks that start at once count, and no other', async () => {
      const player = await newPlayer()
      const started = await Promise.all(Array.from({ length: 6 }, (_, index) => player.start(index % itemCount)))
      platform.now += 10 * second
      const intervals = [{ from: 0, to: 5 * second }]
      const answers = await Promise.all(started.map(({ playbackId }) => player.heartbeat(playbackId, 1, intervals)))
      expect(answers.filter((answer) => answer.accepted)).toHaveLength(1)
      const takenOver = answers.filter((answer) => !answer.accepted && answer.errorCode === refusals.takenOver)
      expect(takenOver).toHaveLength(5)
    })

    it('credits a heartbeat that meets the start of another playback either before it or not at all', async () => {
      const player = await newPlayer()
      for (let round = 0; round < 10; round++) {
        const old = await player.start(0)
        platform.now += 10 * second
        const from = round * 20 * second
        const [, answer] = await Promise.all([
          player.start(1),
          player.heartbeat(old.playbackId, 1, [{ from, to: from + 20 * second }]),
        ])
        const { watched } = await player.start(0)
        expect(secondsCovered(watched).has(from)).toBe(answer.accepted)
      }
    })

    it('carries over no more than a minute of unused time, and counts four hours of a silence', async () => {
      const player = await newPlayer()
      const { playbackId } = await player.start()
      for (let sequence = 1; sequence <= 30; sequence++) {
        platform.now += 10 * second
        expect(await player.heartbeat(playbackId, sequence, [])).toMatchObject({ accepted: true })
      }
      const whole = [{ from: 0, to: lawDurationMs }]
      expect(await player.heartbeat(playbackId, 31, whole)).toMatchObject({
        errorCode: refusals.tooFast,
        data: { acknowledgedSequence: 30, claimedMs: 5 * minute, allowedMs: minute, retryAfterMs: 4 * minute },
      })
      platform.now += 72 * 60 * minute
      expect(await player.heartbeat(playbackId, 31, [], 86_400_000)).toMatchObject({ accepted: true })
      expect(await player.countedMs()).toBe(4 * 60 * minute)
    })

    it('refuses more fragments than any player produces, an interval that runs backwards, and another viewer', async () => {
      const player = await newPlayer()
      const { playbackId } = await player.start()
      platform.now += 10 * minute
      const pieces = (number: number) =>
        Array.from({ length: 100 }, (_, index) => ({
          from: (number * 100 + index) * 4,
          to: (number * 100 + index) * 4 + 2,
        }))
      for (let number = 0; number < 5; number++)
        expect(await player.heartbeat(playbackId, number + 1, pieces(number))).toMatchObject({ accepted: true })
      expect(await player.heartbeat(playbackId, 6, pieces(5))).toMatchObject({
        errorCode: refusals.tooFragmented,
        data: { acknowledgedSequence: 5, piecesMax: 500 },
      })
      expect(await player.heartbeat(playbackId, 6, [{ from: 5, to: 5 }])).toMatchObject({
        errorCode: 900001,
        data: { fields: [{ path: 'intervals.0.to' }] },
      })
      const stranger = await newPlayer()
      const stolen = await stranger.heartbeat(playbackId, 6, [{ from: 0, to: second }])
      expect(stolen).toMatchObject({ accepted: false, errorCode: refusals.takenOver })
    })
  })
}
