import { describe, expect, it } from 'vitest'
import type { Feed, Seat } from '../../contract/shapes.ts'
import { viewOf } from '../state/reduce.ts'
import { buildSnapshot } from '../state/room-state.fixture.ts'
import { desiredMedia } from './desired-media.ts'

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

describe('the desired media of a browser', () => {
  it('are peers for everybody else for a viewer of a small room, without own media', () => {
    expect(desiredMedia(room(), off, false)).toEqual({
      publishesCamera: false,
      publishesScreen: false,
      feeds: ['host:camera'],
      stream: false,
    })
  })

  it('are one stream for a viewer of a large room, or if peers receive nothing', () => {
    const stream = { feeds: [], stream: true, publishesCamera: false }
    expect(desiredMedia(room({ viewing: 'stream' }), off, false)).toMatchObject(stream)
    expect(desiredMedia(room(), off, true)).toMatchObject(stream)
    expect(desiredMedia(room({ feeds: [], viewing: 'stream' }), off, false).stream).toBe(false)
  })

  it('are peers on the stage whatever the size of the room, and a screen if there is one', () => {
    const onStage = room({ seats: [seat('me')], viewing: 'stream' })
    expect(desiredMedia(onStage, off, true)).toEqual({
      publishesCamera: true,
      publishesScreen: false,
      feeds: ['host:camera'],
      stream: false,
    })
    expect(desiredMedia(onStage, { screenStream: {} as MediaStream }, false).publishesScreen).toBe(true)
    expect(desiredMedia(room(), { screenStream: {} as MediaStream }, false).publishesScreen).toBe(false)
  })

  it('are empty before the room runs, after it, and while the engine is down', () => {
    for (const more of [{ state: 'waiting' }, { state: 'ended' }])
      expect(desiredMedia(room({ seats: [seat('me')], ...more }), off, false)).toMatchObject({
        publishesCamera: false,
        feeds: [],
      })
    expect(desiredMedia({ ...room(), engineDown: true }, off, true)).toMatchObject({ feeds: [], stream: false })
  })
})
