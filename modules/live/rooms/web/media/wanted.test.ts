import { describe, expect, it } from 'vitest'
import type { Feed, Seat } from '../../contract/shapes.ts'
import { buildSnapshot } from '../state/build.ts'
import { viewOf } from '../state/reduce.ts'
import { wantedOf } from './wanted.ts'

const feed = (participantId: string, source: 'camera' | 'screen' = 'camera'): Feed => ({
  id: `${participantId}:${source}`,
  participantId,
  source,
  audio: true,
  video: true,
  audioMuted: false,
  videoMuted: false,
})
const seat = (participantId: string): Seat => ({
  number: 1,
  participantId,
  name: participantId,
  role: 'viewer',
  avatarPath: '',
  online: true,
  audioMuted: false,
  videoMuted: false,
  microphone: true,
  camera: true,
  screen: false,
})
const off = { screenStream: undefined }
const room = (more = {}) => viewOf(buildSnapshot({ feeds: [feed('host'), feed('me')], ...more }), 0)

describe('what the browser sends and receives', () => {
  it('is everybody else by peers for a viewer of a small room, and nothing of its own', () => {
    expect(wantedOf(room(), off, false)).toEqual({
      publishesCamera: false,
      publishesScreen: false,
      feeds: ['host:camera'],
      stream: false,
    })
  })

  it('is one stream for a viewer of a large room, or where peers bring nothing', () => {
    const stream = { feeds: [], stream: true, publishesCamera: false }
    expect(wantedOf(room({ viewing: 'stream' }), off, false)).toMatchObject(stream)
    expect(wantedOf(room(), off, true)).toMatchObject(stream)
    expect(wantedOf(room({ feeds: [], viewing: 'stream' }), off, false).stream).toBe(false)
  })

  it('is by peers on the stage whatever the size of the room, and a screen when there is one', () => {
    const onStage = room({ seats: [seat('me')], viewing: 'stream' })
    expect(wantedOf(onStage, off, true)).toEqual({
      publishesCamera: true,
      publishesScreen: false,
      feeds: ['host:camera'],
      stream: false,
    })
    expect(wantedOf(onStage, { screenStream: {} as MediaStream }, false).publishesScreen).toBe(true)
    expect(wantedOf(room(), { screenStream: {} as MediaStream }, false).publishesScreen).toBe(false)
  })

  it('is nothing before the room runs, after it, and while the engine is down', () => {
    for (const more of [{ state: 'waiting' }, { state: 'ended' }])
      expect(wantedOf(room({ seats: [seat('me')], ...more }), off, false)).toMatchObject({
        publishesCamera: false,
        feeds: [],
      })
    expect(wantedOf({ ...room(), engineDown: true }, off, true)).toMatchObject({ feeds: [], stream: false })
  })
})
