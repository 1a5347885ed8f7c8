/** `multipart/mixed` bodies: statements with the bytes of their attachments (xAPI 1.0.3, Communication 1.5.2). */
import { randomBytes } from 'node:crypto'
import { BadRequest } from '../rules/scalars.ts'

export interface Part {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly content: Buffer
}

/** The parts of a body. Throws `BadRequest` where it is none. */
export function readParts(body: Buffer, contentType: string): readonly Part[] {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i
    .exec(contentType)
    ?.slice(1)
    .find((one) => one !== undefined)
  if (boundary === undefined || boundary.length > 70) throw new BadRequest('Content-Type: must name a boundary')
  // The first delimiter needs no line break before it: with one added all delimiters are alike.
  const text = Buffer.concat([Buffer.from('\r\n'), body])
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const parts: Part[] = []
  let from = text.indexOf(delimiter)
  for (;;) {
    if (from < 0) throw new BadRequest('body: does not end with its boundary')
    const start = from + delimiter.length
    if (text.subarray(start, start + 2).toString('latin1') === '--') return parts
    const next = text.indexOf(delimiter, start)
    if (next < 0) throw new BadRequest('body: does not end with its boundary')
    parts.push(readPart(text.subarray(start, next)))
    from = next
  }
}

function readPart(bytes: Buffer): Part {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) throw new BadRequest('body: a part has no header')
  const lines = bytes.subarray(0, end).toString('utf8').split('\r\n')
  const headers = lines.flatMap((line) => {
    const colon = line.indexOf(':')
    return colon < 0 ? [] : [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const]
  })
  return { headers: Object.fromEntries(headers), content: bytes.subarray(end + 4) }
}

export interface OutgoingPart {
  readonly headers: Readonly<Record<string, string>>
  readonly content: Buffer
}

export function writeParts(parts: readonly OutgoingPart[]): { readonly contentType: string; readonly body: Buffer } {
  const boundary = `shuyuan-${randomBytes(16).toString('hex')}`
  const pieces = parts.flatMap(({ headers, content }) => {
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return [Buffer.from(`--${boundary}\r\n${head.join('')}\r\n`), content, Buffer.from('\r\n')]
  })
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return { contentType: `multipart/mixed; boundary=${boundary}`, body }
}
