/** Builds and parses RTCP packets (RFC 3550, RFC 4585; REMB as browsers implement it). */

const types = { senderReport: 200, receiverReport: 201, transportFeedback: 205, payloadFeedback: 206 } as const
const formats = { nack: 1, pictureLoss: 1, fullIntra: 4, application: 15 } as const

function packet(count: number, type: number, ownSsrc: number, bodyBytes: number): Buffer {
  const bytes = Buffer.alloc(8 + bodyBytes)
  bytes[0] = 0x80 | count
  bytes[1] = type
  bytes.writeUInt16BE(bytes.length / 4 - 1, 2)
  bytes.writeUInt32BE(ownSsrc, 4)
  return bytes
}

export interface ReportBlock {
  readonly ssrc: number
  /** In 256ths, since the last report. */
  readonly fractionLost: number
  readonly packetsLost: number
  /** With the count of wraps in the upper half. */
  readonly highestSequence: number
  readonly jitter: number
  /** The middle of the last sender report's time; 0: none has come. */
  readonly lastReport: number
  /** In 65536ths of a second. */
  readonly sinceLastReport: number
}

export function receiverReport(ownSsrc: number, block: ReportBlock): Buffer {
  const bytes = packet(1, types.receiverReport, ownSsrc, 24)
  bytes.writeUInt32BE(block.ssrc, 8)
  const lost = Math.max(-0x80_0000, Math.min(0x7f_ffff, block.packetsLost)) & 0xff_ffff
  bytes.writeUInt32BE(((block.fractionLost & 0xff) * 0x100_0000 + lost) >>> 0, 12)
  bytes.writeUInt32BE(block.highestSequence >>> 0, 16)
  bytes.writeUInt32BE(block.jitter >>> 0, 20)
  bytes.writeUInt32BE(block.lastReport >>> 0, 24)
  bytes.writeUInt32BE(block.sinceLastReport >>> 0, 28)
  return bytes
}

/** Requests a key frame. */
export function pictureLoss(ownSsrc: number, ssrc: number): Buffer {
  const bytes = packet(formats.pictureLoss, types.payloadFeedback, ownSsrc, 4)
  bytes.writeUInt32BE(ssrc, 8)
  return bytes
}

/** Requests packets again. The numbers must be in order. */
export function negativeAcknowledgement(ownSsrc: number, ssrc: number, sequences: readonly number[]): Buffer {
  const pairs: [first: number, following: number][] = []
  for (const sequence of sequences) {
    const last = pairs.at(-1)
    const distance = last ? (sequence - last[0]) & 0xffff : 0
    if (last && distance >= 1 && distance <= 16) last[1] |= 1 << (distance - 1)
    else pairs.push([sequence, 0])
  }
  const bytes = packet(formats.nack, types.transportFeedback, ownSsrc, 4 + pairs.length * 4)
  bytes.writeUInt32BE(ssrc, 8)
  for (const [index, [first, following]] of pairs.entries()) {
    bytes.writeUInt16BE(first, 12 + index * 4)
    bytes.writeUInt16BE(following, 14 + index * 4)
  }
  return bytes
}

/** The highest bit rate that the sender may use. */
export function bitrateLimit(ownSsrc: number, ssrc: number, bitsPerSecond: number): Buffer {
  const bytes = packet(formats.application, types.payloadFeedback, ownSsrc, 16)
  bytes.write('REMB', 12, 'latin1')
  bytes[16] = 1
  let mantissa = Math.floor(bitsPerSecond)
  let exponent = 0
  while (mantissa > 0x3_ffff) {
    mantissa = Math.floor(mantissa / 2)
    exponent += 1
  }
  bytes[17] = (exponent << 2) | (mantissa >> 16)
  bytes.writeUInt16BE(mantissa & 0xffff, 18)
  bytes.writeUInt32BE(ssrc, 20)
  return bytes
}

export interface SenderTime {
  /** Seconds since 1900 in 32.32 fixed point, as two words. */
  readonly ntpSeconds: number
  readonly ntpFraction: number
  readonly timestamp: number
}

export function senderReport(
  ssrc: number,
  report: SenderTime & { readonly packets: number; readonly bytes: number },
): Buffer {
  const bytes = packet(0, types.senderReport, ssrc, 20)
  bytes.writeUInt32BE(report.ntpSeconds, 8)
  bytes.writeUInt32BE(report.ntpFraction, 12)
  bytes.writeUInt32BE(report.timestamp >>> 0, 16)
  bytes.writeUInt32BE(report.packets >>> 0, 20)
  bytes.writeUInt32BE(report.bytes >>> 0, 24)
  return bytes
}

/** Milliseconds of the sender's clock. */
export function ntpMs({ ntpSeconds, ntpFraction }: SenderTime): number {
  return ntpSeconds * 1000 + (ntpFraction / 2 ** 32) * 1000
}

export interface Feedback {
  wantsKeyFrame: boolean
  readonly missing: number[]
  sender: SenderTime | undefined
}

const feedbackPacketsMax = 64

/** The contents of a compound packet; truncated or unknown parts are skipped. */
export function readRtcp(compound: Buffer): Feedback {
  const feedback: Feedback = { wantsKeyFrame: false, missing: [], sender: undefined }
  let at = 0
  for (let count = 0; at + 8 <= compound.length && count < feedbackPacketsMax; count += 1) {
    const end = at + (compound.readUInt16BE(at + 2) + 1) * 4
    if (end > compound.length) break
    readOne(compound.subarray(at, end), feedback)
    at = end
  }
  return feedback
}

function readOne(bytes: Buffer, feedback: Feedback): void {
  const format = (bytes[0] ?? 0) & 0x1f
  const type = bytes[1]
  if (type === types.senderReport && bytes.length >= 28) {
    feedback.sender = {
      ntpSeconds: bytes.readUInt32BE(8),
      ntpFraction: bytes.readUInt32BE(12),
      timestamp: bytes.readUInt32BE(16),
    }
  } else if (type === types.payloadFeedback && (format === formats.pictureLoss || format === formats.fullIntra)) {
    feedback.wantsKeyFrame = true
  } else if (type === types.transportFeedback && format === formats.nack) {
    for (let at = 12; at + 4 <= bytes.length; at += 4) {
      const first = bytes.readUInt16BE(at)
      const following = bytes.readUInt16BE(at + 2)
      feedback.missing.push(first)
      for (let bit = 0; bit < 16; bit += 1)
        if ((following & (1 << bit)) !== 0) feedback.missing.push((first + bit + 1) & 0xffff)
    }
  }
}
