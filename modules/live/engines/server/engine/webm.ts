/**
 * WebM for appending: an initialization segment, then clusters, each complete in itself. A file that ends after any
 * cluster plays. So does a player's buffer that receives one cluster after the other.
 */

export interface WebmTracks {
  readonly audio: boolean
  /** The size of the first picture; later ones may differ. */
  readonly video: { readonly width: number; readonly height: number } | undefined
}

export interface WebmFrame {
  readonly medium: 'audio' | 'video'
  /** Milliseconds since the start. */
  readonly at: number
  readonly key: boolean
  readonly bytes: Buffer
}

const trackNumbers = { audio: 1, video: 2 } as const

function sizeOf(length: number): Buffer {
  // Four bytes are enough for every length in these files.
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE((0x1000_0000 | length) >>> 0)
  return bytes
}

function element(id: string, ...content: readonly Buffer[]): Buffer {
  const length = content.reduce((total, part) => total + part.length, 0)
  return Buffer.concat([Buffer.from(id, 'hex'), sizeOf(length), ...content])
}

function unsigned(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  const first = bytes.findIndex((byte) => byte !== 0)
  return bytes.subarray(first < 0 ? 7 : first)
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

const number = (id: string, value: number) => element(id, unsigned(value))
const text = (id: string, value: string) => element(id, Buffer.from(value))

/** The header for an Opus decoder: stereo, 48 kHz, 312 samples to skip (RFC 7845). */
const opusHead = Buffer.from('4f707573486561640102380180bb0000000000', 'hex')

export function webmType({ audio, video }: WebmTracks): string {
  const codecs = [...(video ? ['vp8'] : []), ...(audio ? ['opus'] : [])]
  return `${video ? 'video' : 'audio'}/webm; codecs="${codecs.join(', ')}"`
}

export function webmInitialization({ audio, video }: WebmTracks): Buffer {
  const header = element(
    '1a45dfa3',
    number('4286', 1),
    number('42f7', 1),
    number('42f2', 4),
    number('42f3', 8),
    text('4282', 'webm'),
    number('4287', 4),
    number('4285', 2),
  )
  const tracks: Buffer[] = []
  if (audio) {
    const sound = element('e1', element('b5', float(48_000)), number('9f', 2))
    const { audio: id } = trackNumbers
    const codec = [
      text('86', 'A_OPUS'),
      element('63a2', opusHead),
      number('56aa', 6_500_000),
      number('56bb', 80_000_000),
    ]
    tracks.push(element('ae', number('d7', id), number('73c5', id), number('83', 2), ...codec, sound))
  }
  if (video) {
    const picture = element('e0', number('b0', video.width), number('ba', video.height))
    const { video: id } = trackNumbers
    tracks.push(element('ae', number('d7', id), number('73c5', id), number('83', 1), text('86', 'V_VP8'), picture))
  }
  const info = element('1549a966', number('2ad7b1', 1_000_000), text('4d80', 'shuyuan'), text('5741', 'shuyuan'))
  // The length of the segment is unknown: it extends to the end.
  return Buffer.concat([header, Buffer.from('1853806701ffffffffffffff', 'hex'), info, element('1654ae6b', ...tracks)])
}

/** The frames in order, at most half a minute of them. */
export function webmCluster(frames: readonly WebmFrame[]): Buffer {
  const begin = frames[0]?.at ?? 0
  const blocks = frames.map(({ medium, at, key, bytes }) => {
    const header = Buffer.alloc(4)
    header[0] = 0x80 | trackNumbers[medium]
    header.writeInt16BE(at - begin, 1)
    header[3] = key ? 0x80 : 0
    return element('a3', header, bytes)
  })
  return element('1f43b675', number('e7', begin), ...blocks)
}
