/** Parses the requests of server processes. Ids become file names, so only these characters are allowed. */
import type { Op, Request } from '../embedded/protocol.ts'

type Check = (value: unknown) => boolean

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const between =
  (lowest: number, highest: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= lowest && Number(value) <= highest
const isFlag: Check = (value) => typeof value === 'boolean'

const name = matches(/^[A-Za-z0-9_-]{1,64}$/)
const feed = matches(/^[A-Za-z0-9_-]{1,64}:(camera|screen)$/)
const feedsMax = 16
/** A description of seven feeds has about 12 kB. */
const sdpLengthMax = 65_536

const options: Readonly<Record<string, Check>> = {
  companyId: name,
  mode: matches(/^(audio|video|interactive)$/),
  publishersMax: between(1, 50),
  videoKbps: between(50, 10_000),
  record: isFlag,
}

const fields: Readonly<Record<Op, Readonly<Record<string, Check>>>> = {
  load: {},
  open: { roomId: name, options: (value) => fits(options, value) },
  publish: { roomId: name, participantId: name, source: matches(/^(camera|screen)$/) },
  subscribe: {
    roomId: name,
    participantId: name,
    feeds: (value) => Array.isArray(value) && value.length > 0 && value.length <= feedsMax && value.every(feed),
  },
  answer: { roomId: name, peerId: name, sdp: (value) => typeof value === 'string' && value.length <= sdpLengthMax },
  closePeer: { roomId: name, peerId: name },
  drop: { roomId: name, participantId: name },
  mute: { roomId: name, feedId: feed, medium: matches(/^(audio|video)$/), muted: isFlag },
  status: { roomId: name },
  stream: { roomId: name, feedId: feed, stream: between(1, 0xffff_ffff) },
  streamEnd: { roomId: name, stream: between(1, 0xffff_ffff) },
  writing: { roomId: name },
  end: { roomId: name },
}

function fits(checks: Readonly<Record<string, Check>>, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const given = value as Readonly<Record<string, unknown>>
  return Object.entries(checks).every(([field, check]) => check(given[field]))
}

/** undefined: a message without a number. Without `request`: the message is an invalid request. */
export function readRequest(text: string): { readonly n: number; readonly request: Request | undefined } | undefined {
  let value: { readonly n?: unknown; readonly op?: unknown } | null
  try {
    value = JSON.parse(text) as typeof value
  } catch {
    return undefined
  }
  const n = value?.n
  if (typeof n !== 'number') return undefined
  const checks = Object.entries(fields).find(([op]) => op === value?.op)?.[1]
  return { n, request: checks && fits(checks, value) ? (value as Request) : undefined }
}
