import { describe, expect, it } from 'vitest'
import { Continuity } from './continuity.ts'
import { Ordering } from './ordering.ts'
import { Reception } from './reception.ts'
import {
  bitrateLimit,
  negativeAcknowledgement,
  ntpMs,
  pictureLoss,
  readRtcp,
  receiverReport,
  senderReport,
} from './rtcp.ts'
import {
  beginsKeyFrame,
  isRtcp,
  isRtp,
  payloadOf,
  readVp8,
  sequenceDistance,
  sequenceOf,
  ssrcOf,
  timestampOf,
  vp8Size,
  withoutExtensions,
} from './rtp.ts'

function rtp(sequence: number, timestamp = 0, payload: readonly number[] = [1], ssrc = 77): Buffer {
  const header = Buffer.alloc(12)
  header[0] = 0x80
  header[1] = 96
  header.writeUInt16BE(sequence & 0xffff, 2)
  header.writeUInt32BE(timestamp >>> 0, 4)
  header.writeUInt32BE(ssrc, 8)
  return Buffer.concat([header, Buffer.from(payload)])
}

describe('RTP', () => {
  it('is distinguished from RTCP and from other data', () => {
    expect([isRtp(rtp(1)), isRtcp(rtp(1))]).toEqual([true, false])
    const report = pictureLoss(1, 2)
    expect([isRtp(report), isRtcp(report)]).toEqual([false, true])
    expect(isRtp(Buffer.alloc(11, 0x80))).toBe(false)
    expect(isRtp(Buffer.alloc(40, 0x00))).toBe(false)
    // It announces fifteen sources, an extension, or padding that it does not contain.
    expect(isRtp(Buffer.concat([Buffer.from([0x8f]), rtp(1).subarray(1)]))).toBe(false)
    expect(isRtp(Buffer.concat([Buffer.from([0x90]), rtp(1).subarray(1)]))).toBe(false)
    expect(isRtp(Buffer.concat([Buffer.from([0xa0]), rtp(1, 0, [9, 200]).subarray(1)]))).toBe(false)
  })

  it('loses its header extensions, and nothing else', () => {
    const extended = Buffer.concat([
      Buffer.from([0x91]),
      rtp(5).subarray(1, 12),
      Buffer.from('00000007', 'hex'),
      Buffer.from('bede0001aabbccdd', 'hex'),
      Buffer.from([1, 2, 3]),
    ])
    const plain = withoutExtensions(extended)
    expect(plain.length).toBe(extended.length - 8)
    expect(plain[0]).toBe(0x81)
    expect(payloadOf(plain)).toEqual(Buffer.from([1, 2, 3]))
    expect(withoutExtensions(plain)).toBe(plain)
  })

  it('numbers wrap round', () => {
    expect(sequenceDistance(65_535, 0)).toBe(1)
    expect(sequenceDistance(0, 65_535)).toBe(-1)
    expect(sequenceDistance(10, 20)).toBe(10)
  })

  it('carries VP8, whose key frames say their size', () => {
    const key = [0x10, 0x02, 0x00, 0x9d, 0x01, 0x2a, 0x80, 0x02, 0x68, 0x41, 0]
    // Descriptor with a long picture number, its lowest layer, and a layer with key index.
    const payload = Buffer.from([0x90, 0xf0, 0x81, 0x23, 0x07, 0x20, ...key])
    const read = readVp8(payload)
    expect(read?.isFrameStart).toBe(true)
    expect(read && vp8Size(read.bytes)).toEqual({ width: 640, height: 360 })
    expect(beginsKeyFrame(rtp(1, 0, [...payload]))).toBe(true)
    expect(beginsKeyFrame(rtp(1, 0, [0x00, ...key]))).toBe(false)
    expect(beginsKeyFrame(rtp(1, 0, [0x10, 0x11]))).toBe(false)
    expect(readVp8(Buffer.alloc(0))).toBeUndefined()
    expect(readVp8(Buffer.from([0x90, 0xf0, 0x81]))).toBeUndefined()
    expect(vp8Size(Buffer.from([0x10, 1, 2, 3, 4, 5, 6, 7, 8, 9]))).toBeUndefined()
  })
})

describe('RTCP', () => {
  it('is built as the specifications define it', () => {
    expect(pictureLoss(1, 2).toString('hex')).toBe('81ce00020000000100000002')
    expect(negativeAcknowledgement(1, 2, [65_534, 0, 3, 40]).toString('hex')).toBe(
      `81cd0004${'00000001'}${'00000002'}${'fffe'}${'0012'}${'0028'}${'0000'}`,
    )
    // 2 500 000 bit/s: 156250 times 2 to the 4th.
    expect(bitrateLimit(1, 2, 2_500_000).toString('hex')).toBe(
      `8fce0005${'00000001'}${'00000000'}${Buffer.from('REMB').toString('hex')}${'01'}${'12625a'}${'00000002'}`,
    )
    const block = {
      ssrc: 2,
      fractionLost: 128,
      packetsLost: 5,
      highestSequence: 0x1_0003,
      jitter: 7,
      lastReport: 0xaabbccdd,
      sinceLastReport: 65_536,
    }
    expect(receiverReport(1, block).toString('hex')).toBe(
      `81c90007${'00000001'}${'00000002'}${'80000005'}${'00010003'}${'00000007'}${'aabbccdd'}${'00010000'}`,
    )
  })

  it('is read from compound packets, and never beyond their end', () => {
    const time = { ntpSeconds: 0xe000_0000, ntpFraction: 0x8000_0000, timestamp: 4711 }
    const compound = Buffer.concat([
      senderReport(9, { ...time, packets: 3, bytes: 400 }),
      pictureLoss(1, 2),
      negativeAcknowledgement(1, 2, [10, 12]),
    ])
    expect(readRtcp(compound)).toEqual({ wantsKeyFrame: true, missing: [10, 12], sender: time })
    expect(ntpMs(time) % 1000).toBe(500)
    for (let length = 0; length < compound.length; length += 1)
      expect(() => readRtcp(compound.subarray(0, length))).not.toThrow()
    expect(readRtcp(Buffer.from('81cdffff0000000100000002', 'hex')).missing).toEqual([])
  })
})

describe('the reception of a stream', () => {
  const reception = () => new Reception(1, 90_000)
  const requested = (one: Reception, now: number) => {
    const packet = one.acknowledgement(now)
    return packet ? readRtcp(packet).missing : []
  }

  it('requests missing packets, again after a while, and no packets that have arrived', () => {
    const one = reception()
    for (const sequence of [65_534, 65_535, 2, 3]) one.take(rtp(sequence), 0)
    expect(requested(one, 10)).toEqual([])
    expect(requested(one, 60)).toEqual([0, 1])
    expect(requested(one, 70)).toEqual([])
    one.take(rtp(0), 80)
    expect(one.recovered).toBe(1)
    expect(requested(one, 130)).toEqual([1])
    for (let now = 200; now < 2000; now += 70) requested(one, now)
    expect([one.givenUp, requested(one, 2100).length]).toEqual([1, 0])
  })

  it('does not count a restart of the sender as a loss', () => {
    const one = reception()
    one.take(rtp(10), 0)
    one.take(rtp(5000), 0)
    expect(requested(one, 100)).toEqual([])
    one.take(rtp(40_000, 0, [1], 78), 0)
    expect([one.ssrc, requested(one, 200).length]).toEqual([78, 0])
  })

  it('reports losses since the last report and in all', () => {
    const one = reception()
    expect(one.report(0)).toBeUndefined()
    for (const sequence of [1, 2, 3, 5, 6, 7, 9, 10]) one.take(rtp(sequence), 0)
    const first = one.report(1000)
    // 2 of 10.
    expect([first?.[12], first?.readUIntBE(13, 3), first?.readUInt32BE(16)]).toEqual([51, 2, 10])
    for (const sequence of [11, 12]) one.take(rtp(sequence), 0)
    expect(one.report(2000)?.[12]).toBe(0)
    one.takeSenderTime({ ntpSeconds: 0x12_3456, ntpFraction: 0xabcd_0000, timestamp: 0 }, 3000)
    const last = one.report(4000)
    expect([last?.readUInt32BE(24), last?.readUInt32BE(28)]).toEqual([0x3456_abcd, 65_536])
  })
})

describe('one stream of several senders', () => {
  const options = { ssrc: 5, payloadType: 96, clockRate: 90_000, sequence: 65_533, timestamp: 4_294_960_000 }

  it('continues numbers and times, wherever the next sender starts', () => {
    const one = new Continuity(options)
    const write = (packet: Buffer, now: number) =>
      one.rewrite(packet, now) ? [sequenceOf(packet), timestampOf(packet)] : []
    expect(write(rtp(100, 5000), 0)).toEqual([65_534, 4_294_960_000])
    expect(write(rtp(102, 8000), 33)).toEqual([0, 4_294_963_000])
    expect(write(rtp(101, 5000), 40)).toEqual([65_535, 4_294_960_000])
    one.break(true)
    const packet = rtp(40_000, 77, [1], 99)
    // A second later by the clock is a second later in the stream.
    expect(write(packet, 1033)).toEqual([1, (4_294_963_000 + 90_000) % 2 ** 32])
    expect([ssrcOf(packet), packet[1]]).toEqual([5, 96])
    expect(write(rtp(39_999, 70), 1040)).toEqual([])
  })

  it('has no gap after a mute', () => {
    const one = new Continuity(options)
    const numbers: number[] = []
    const write = (sequence: number, now: number) => {
      const packet = rtp(sequence, sequence * 3000)
      if (one.rewrite(packet, now)) numbers.push(sequenceOf(packet))
    }
    write(1, 0)
    write(2, 33)
    one.break(false)
    one.break(false)
    write(500, 5000)
    write(2, 5001)
    write(501, 5033)
    expect(numbers).toEqual([65_534, 65_535, 0, 1])
  })

  it('takes its packets through the wrap of the sender’s numbers', () => {
    const one = new Continuity(options)
    let passed = 0
    for (let sequence = 0; sequence < 200_000; sequence += 7) passed += one.rewrite(rtp(sequence), sequence) ? 1 : 0
    expect(passed).toBe(Math.ceil(200_000 / 7))
  })
})

describe('packets in order', () => {
  const take = () => {
    const taken: [number, boolean][] = []
    const ordering = new Ordering(100, (packet, isAfterGap) => taken.push([sequenceOf(packet), isAfterGap]))
    return { taken, ordering }
  }

  it('wait for one that is missing, for a while', () => {
    const { taken, ordering } = take()
    for (const sequence of [65_535, 1, 2]) ordering.push(rtp(sequence), 0)
    expect(taken).toEqual([[65_535, false]])
    ordering.push(rtp(0), 50)
    expect(taken.map(([sequence]) => sequence)).toEqual([65_535, 0, 1, 2])
    ordering.push(rtp(5), 60)
    ordering.push(rtp(6), 70)
    ordering.tick(150)
    expect(taken).toHaveLength(4)
    ordering.tick(161)
    expect(taken.slice(4)).toEqual([
      [5, true],
      [6, false],
    ])
    // Too late: the receiver has given up on it.
    ordering.push(rtp(4), 170)
    expect(taken).toHaveLength(6)
  })
})
