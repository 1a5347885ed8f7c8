/** RTP packets on the wire (RFC 3550), and the VP8 payload in them (RFC 7741). */

export const opusPayloadType = 111
export const vp8PayloadType = 96
export const clockRates = { audio: 48_000, video: 90_000 } as const
export type Medium = keyof typeof clockRates

const headerBytes = 12

/** RTP and RTCP share a port; the second byte tells them apart (RFC 5761). */
export function isRtcp(packet: Buffer): boolean {
  const type = packet[1] ?? 0
  return packet.length >= 8 && type >= 192 && type <= 223
}

/** A complete header of version 2, with everything that it announces inside the packet. */
export function isRtp(packet: Buffer): boolean {
  return (
    packet.length >= headerBytes && (packet[0] ?? 0) >> 6 === 2 && !isRtcp(packet) && payloadOf(packet) !== undefined
  )
}

export const sequenceOf = (packet: Buffer): number => packet.readUInt16BE(2)
export const timestampOf = (packet: Buffer): number => packet.readUInt32BE(4)
export const ssrcOf = (packet: Buffer): number => packet.readUInt32BE(8)
/** Video: the last packet of a frame. */
export const hasMarker = (packet: Buffer): boolean => ((packet[1] ?? 0) & 0x80) !== 0

/** How far `later` lies behind `earlier`, in numbers that wrap round; negative: it lies before. */
export function sequenceDistance(earlier: number, later: number): number {
  const distance = (later - earlier) & 0xffff
  return distance < 0x8000 ? distance : distance - 0x1_0000
}

export function timestampDistance(earlier: number, later: number): number {
  return (later - earlier) | 0
}

/** The positions where the payload and the padding start; undefined if the packet is shorter than it announces. */
function bounds(packet: Buffer): readonly [begin: number, end: number] | undefined {
  const first = packet[0] ?? 0
  let begin = headerBytes + (first & 0x0f) * 4
  if ((first & 0x10) !== 0) {
    if (begin + 4 > packet.length) return undefined
    begin += 4 + packet.readUInt16BE(begin + 2) * 4
  }
  const padding = (first & 0x20) === 0 ? 0 : (packet[packet.length - 1] ?? 0)
  const end = packet.length - padding
  return begin <= end ? [begin, end] : undefined
}

export function payloadOf(packet: Buffer): Buffer | undefined {
  const found = bounds(packet)
  return found && packet.subarray(...found)
}

/** The packet without header extensions, which mean nothing to a receiver that did not negotiate them. */
export function withoutExtensions(packet: Buffer): Buffer {
  const first = packet[0] ?? 0
  if ((first & 0x10) === 0) return packet
  const found = bounds(packet)
  if (!found) return packet
  const sources = headerBytes + (first & 0x0f) * 4
  const short = Buffer.concat([packet.subarray(0, sources), packet.subarray(found[0])])
  short[0] = first & 0xef
  return short
}

export interface Vp8Payload {
  /** The first packet of a frame. */
  readonly isFrameStart: boolean
  readonly bytes: Buffer
}

/** The payload behind the descriptor; undefined if it is truncated. */
export function readVp8(payload: Buffer): Vp8Payload | undefined {
  const first = payload[0]
  if (first === undefined) return undefined
  let at = 1
  if ((first & 0x80) !== 0) {
    const extended = payload[at] ?? 0
    at += 1
    // The picture's number in one or two bytes, that of its lowest layer, and the layer with the key index.
    if ((extended & 0x80) !== 0) at += ((payload[at] ?? 0) & 0x80) === 0 ? 1 : 2
    if ((extended & 0x40) !== 0) at += 1
    if ((extended & 0x30) !== 0) at += 1
  }
  if (at >= payload.length) return undefined
  return { isFrameStart: (first & 0x10) !== 0 && (first & 0x07) === 0, bytes: payload.subarray(at) }
}

/** Reads the first bytes of a frame. */
export const isVp8Key = (frame: Buffer): boolean => ((frame[0] ?? 1) & 1) === 0

/** The size of a key frame; undefined for another frame. */
export function vp8Size(frame: Buffer): { readonly width: number; readonly height: number } | undefined {
  if (frame.length < 10 || !isVp8Key(frame) || frame.readUIntBE(3, 3) !== 0x9d012a) return undefined
  return { width: frame.readUInt16LE(6) & 0x3fff, height: frame.readUInt16LE(8) & 0x3fff }
}

/** Whether a key frame starts with this RTP packet. */
export function beginsKeyFrame(packet: Buffer): boolean {
  const payload = payloadOf(packet)
  const read = payload && readVp8(payload)
  return read?.isFrameStart === true && isVp8Key(read.bytes)
}
