import { describe, expect, it } from 'vitest'
import { Muxer, type PieceSink } from './muxer.ts'
import { readRequest } from './request.ts'
import { cleanAnswer, withCandidates } from './sdp.ts'
import { webmCluster, webmInitialization, webmType } from './webm.ts'

function packet(medium: 'audio' | 'video', sequence: number, timestamp: number, isKey = false): Buffer {
  const header = Buffer.alloc(12)
  header[0] = 0x80
  header[1] = medium === 'video' ? 96 | 0x80 : 111
  header.writeUInt16BE(sequence & 0xffff, 2)
  header.writeUInt32BE(timestamp >>> 0, 4)
  const key = [0x10, 0x10, 0, 0, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0x68, 0x01, 0]
  const payload = medium === 'audio' ? [0xfc, 0xff, 0xfe] : isKey ? key : [0x10, 0x11, 1, 2]
  return Buffer.concat([header, Buffer.from(payload)])
}

/** A feed that is sent in steps of 20 ms, and the output that a sink takes from it. */
function sending() {
  const events: string[] = []
  let keysWanted = 0
  const sink: PieceSink = {
    start: (type, _, startedAt) => events.push(`start ${type} ${startedAt}`),
    data: (_, key) => events.push(key ? 'key' : 'data'),
    end: () => events.push('end'),
  }
  const muxer = new Muxer(() => {
    keysWanted += 1
  })
  muxer.add(sink)
  let now = 1_000_000
  let step = 0
  const run = (steps: number, media: { audio?: boolean; video?: boolean; keyEvery?: number }) => {
    for (let count = 0; count < steps; count += 1) {
      now += 20
      step += 1
      if (media.audio) muxer.push('audio', packet('audio', step, step * 960), now)
      if (media.video && step % 2 === 0)
        muxer.push('video', packet('video', step / 2, step * 1800, step % (media.keyEvery ?? 50) === 0), now)
      muxer.tick(now)
    }
  }
  return {
    muxer,
    events,
    run,
    keysWanted: () => keysWanted,
    starts: () => events.filter((one) => one.startsWith('start')),
  }
}

describe('pieces of a feed', () => {
  it('start with a key frame and both media', () => {
    const { run, events, starts, keysWanted } = sending()
    expect(keysWanted()).toBe(1)
    run(200, { audio: true, video: true })
    expect(keysWanted()).toBeGreaterThan(1)
    expect(starts()).toHaveLength(1)
    expect(starts()[0]).toContain('vp8, opus')
    expect(events[1]).toBe('key')
    expect(events.filter((one) => one === 'key').length).toBeGreaterThan(1)
  })

  it('contain only sound if there is no picture, and each of them is a key piece', () => {
    const { run, events, starts } = sending()
    run(100, { audio: true })
    expect(starts()[0]).toContain('audio/webm; codecs="opus"')
    expect(events.slice(1).every((one) => one === 'key')).toBe(true)
  })

  it('start again when a medium comes or goes', () => {
    const { run, starts } = sending()
    run(100, { audio: true, video: true })
    run(200, { audio: true })
    run(200, { audio: true, video: true })
    run(300, { video: true })
    expect(starts().map((one) => /"(.*)"/.exec(one)?.[1])).toEqual(['vp8, opus', 'opus', 'vp8, opus', 'vp8'])
  })

  it('end with their sender, and start again with the next', () => {
    const { run, muxer, events, starts } = sending()
    run(100, { audio: true, video: true })
    muxer.end()
    expect(events.at(-1)).toBe('end')
    run(100, { audio: true, video: true })
    expect(starts()).toHaveLength(2)
  })

  it('reach a later sink with a key piece first', () => {
    const { run, muxer } = sending()
    run(90, { audio: true, video: true })
    const taken: string[] = []
    const late: PieceSink = {
      start: () => taken.push('start'),
      data: (_, key) => taken.push(key ? 'key' : 'data'),
      end: () => taken.push('end'),
    }
    muxer.add(late)
    run(100, { audio: true, video: true })
    expect(taken.slice(0, 2)).toEqual(['start', 'key'])
    muxer.remove(late)
    expect(taken.at(-1)).toBe('end')
  })
})

describe('WebM', () => {
  it('says its type and its tracks', () => {
    const tracks = { audio: true, video: { width: 640, height: 360 } }
    expect(webmType(tracks)).toBe('video/webm; codecs="vp8, opus"')
    expect(webmType({ audio: true, video: undefined })).toBe('audio/webm; codecs="opus"')
    const bytes = webmInitialization(tracks)
    expect(bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
    expect(bytes.includes('A_OPUS') && bytes.includes('V_VP8')).toBe(true)
    expect(webmInitialization({ audio: false, video: tracks.video }).includes('A_OPUS')).toBe(false)
  })

  it('clusters are complete in themselves', () => {
    const frames = [
      { medium: 'video', at: 40, key: true, bytes: Buffer.from([1, 2]) },
      { medium: 'audio', at: 60, key: true, bytes: Buffer.from([3]) },
    ] as const
    // Cluster at 40; block of track 2 at +0, key; block of track 1 at +20.
    expect(webmCluster(frames).toString('hex')).toBe(
      `1f43b675${'1000001b'}${'e71000000128'}${'a310000006820000800102'}${'a3100000058100148003'}`,
    )
  })
})

describe('descriptions', () => {
  const offer = [
    'v=0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    'a=candidate:1 1 UDP 2122317823 10.0.0.4 5000 typ host',
    'a=end-of-candidates',
    'm=video 9 UDP/TLS/RTP/SAVPF 96',
    '',
  ].join('\r\n')

  it('list the announced address first, then the own addresses, then loopback', () => {
    const described = withCandidates(offer, { announced: '203.0.113.7', loopback: true }, 5000)
    const lines = described.split('\r\n')
    expect(lines.filter((line) => line.startsWith('a=candidate')).map((line) => line.split(' ').slice(3, 6))).toEqual([
      ['2122000000', '203.0.113.7', '5000'],
      ['2121999000', '10.0.0.4', '5000'],
      ['2121998000', '127.0.0.1', '5000'],
    ])
    expect(lines.indexOf('m=video 9 UDP/TLS/RTP/SAVPF 96')).toBe(6)
  })

  it('are taken without the addresses that the other side wrote down', () => {
    const answer = [
      'v=0',
      'a=ice-ufrag:x',
      'a=ice-pwd:y',
      'a=fingerprint:sha-256 00',
      'm=audio 9 UDP/TLS/RTP/SAVPF 111',
      'a=candidate:1 1 UDP 1 169.254.169.254 80 typ host',
      'm=video 9 UDP/TLS/RTP/SAVPF 96',
    ].join('\r\n')
    expect(cleanAnswer(answer, offer)).toContain('m=video')
    expect(cleanAnswer(answer, offer)).not.toContain('169.254')
    expect(cleanAnswer(answer.replace('m=video', 'm=application'), offer)).toBeUndefined()
    expect(cleanAnswer('v=0\r\nx', offer)).toBeUndefined()
  })
})

describe('requests to the engine', () => {
  it('are parsed, and invalid requests do not pass', () => {
    const read = (value: unknown) => readRequest(JSON.stringify(value))
    expect(read({ n: 1, op: 'load' })).toEqual({ n: 1, request: { n: 1, op: 'load' } })
    const drop = { n: 2, op: 'drop', roomId: 'r', participantId: 'p' }
    expect(read(drop)?.request).toEqual(drop)
    expect(readRequest('{')).toBeUndefined()
    for (const value of [null, 3, [], { op: 'load' }, { n: 'x', op: 'load' }]) expect(read(value)).toBeUndefined()
    for (const wrong of [{ participantId: '../x' }, { roomId: 7 }, { op: 'toString' }, { op: '__proto__' }])
      expect(read({ ...drop, ...wrong })).toEqual({ n: 2, request: undefined })
    const open = { n: 3, op: 'open', roomId: 'r', options: { companyId: 'c', mode: 'video', publishersMax: 7 } }
    expect(read(open)?.request).toBeUndefined()
  })
})
