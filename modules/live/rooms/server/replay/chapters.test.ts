import { describe, expect, it } from 'vitest'
import { chaptersMax } from '../../contract/replay.ts'
import { chaptersOf } from './chapters.ts'
import { curveOf } from './presences.ts'

const beginsAt = 1_800_000_000_000
const video = { beginsAt, durationMs: 600_000 }
const slide = (page: number, seconds: number, deck: string | null = '课件.pdf') => ({
  deck,
  page,
  at: beginsAt + seconds * 1000,
})
const question = (text: string, seconds: number) => ({ text, answeredAt: beginsAt + seconds * 1000 })

describe('chapters of a replay', () => {
  it('start at a slide that stayed for a while', () => {
    const slides = [slide(1, 0), slide(2, 60), slide(3, 62), slide(4, 64), slide(5, 120)]
    expect(chaptersOf(video, slides, []).map(({ atMs, title }) => [atMs, title])).toEqual([
      [0, '课件.pdf · 1'],
      [64_000, '课件.pdf · 4'],
      [120_000, '课件.pdf · 5'],
    ])
  })

  it('continue after a short look back, and leave out the whiteboard', () => {
    const slides = [slide(1, 0), slide(9, 30), slide(1, 33), slide(1, 90, null), slide(2, 200)]
    expect(chaptersOf(video, slides, []).map(({ atMs }) => atMs)).toEqual([0, 200_000])
  })

  it('start a little before a question was marked as answered, and never before the video', () => {
    const questions = [
      question('早的问题', 10),
      question('  两行\n的问题 ', 300),
      question('之前', -5),
      question('之后', 700),
    ]
    expect(chaptersOf(video, [], questions)).toEqual([
      { kind: 'question', atMs: 0, title: '早的问题' },
      { kind: 'question', atMs: 270_000, title: '两行 的问题' },
    ])
  })

  it('show the slide that was visible when the video started', () => {
    expect(chaptersOf(video, [slide(7, -300)], [])).toEqual([{ kind: 'slide', atMs: 0, title: '课件.pdf · 7' }])
  })

  it('are limited in number and length', () => {
    const many = Array.from({ length: 500 }, (_, index) => question('问'.repeat(200), 40 + index))
    const chapters = chaptersOf(video, [], many)
    expect(chapters).toHaveLength(chaptersMax)
    expect([...(chapters[0]?.title ?? '')]).toHaveLength(80)
    expect(chapters[0]?.title.endsWith('…')).toBe(true)
  })
})

describe('the viewer curve of a room', () => {
  const there = (from: number, to: number) => ({
    participantId: 'x',
    from: beginsAt + from * 1000,
    to: beginsAt + to * 1000,
  })

  it('counts the viewers in the middle of each step, to the very end', () => {
    const presences = [there(0, 95), there(0, 24), there(26, 60), there(90, 95)]
    expect(curveOf(presences, beginsAt, beginsAt + 95_000)).toEqual({
      stepSeconds: 10,
      viewers: [2, 2, 1, 2, 2, 2, 1, 1, 1, 2],
    })
  })

  it('has at most 120 steps, however long the room was', () => {
    const curve = curveOf([there(0, 36_000)], beginsAt, beginsAt + 36_000_000)
    expect(curve.viewers).toHaveLength(120)
    expect(new Set(curve.viewers)).toEqual(new Set([1]))
    expect(curveOf([], beginsAt, beginsAt)).toEqual({ stepSeconds: 10, viewers: [0] })
  })
})
