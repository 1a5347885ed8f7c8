/**
 * The calls of a BigBlueButton server: signed addresses, and XML answers that are checked strictly.
 * https://docs.bigbluebutton.org/development/api
 */
import { createHash } from 'node:crypto'
import { XMLParser } from 'fast-xml-parser'
import type { BigBlueButtonConfig } from '#server/config-live.ts'
import { ProviderError, ProviderMissing, ProviderUnreachable } from './provider.ts'

type Parameters = Readonly<Record<string, string | number | boolean | undefined>>

type CallName = 'create' | 'join' | 'end' | 'isMeetingRunning' | 'getMeetingInfo' | 'getRecordings'

/** An answer: texts and lists of them. Numbers are parsed by their readers, never guessed. */
export interface Answer {
  readonly [name: string]: AnswerValue | undefined
}
type AnswerValue = string | Answer | readonly AnswerValue[]

const timeoutMs = 5000
const answerBytesMax = 4 * 1024 * 1024
/** Elements that an answer may contain several times; a single one becomes a list as well. */
const lists = new Set(['attendee', 'recording', 'format', 'meeting'])

const parser = new XMLParser({
  parseTagValue: false,
  // Character entities are decoded below, and produce nothing but characters.
  processEntities: false,
  ignoreAttributes: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  isArray: (name) => lists.has(name),
})

/**
 * The address with or without `/api` and a slash at its end: as `bbb-conf --secret` prints it, or as people type it.
 */
function apiAddress(url: string): string {
  return `${url.replace(/\/+$/, '').replace(/\/api$/, '')}/api`
}

/** The address of a call, signed. Parameters without a value are left out. */
export function signedAddress(config: BigBlueButtonConfig, call: CallName, parameters: Parameters): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()
  const checksum = createHash(config.checksum).update(`${call}${query}${config.secret}`).digest('hex')
  return `${apiAddress(config.url)}/${call}?${query}${query === '' ? '' : '&'}checksum=${checksum}`
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > answerBytesMax) throw new ProviderError('BigBlueButton answered more than 4 MB')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

async function fetchText(address: string): Promise<string> {
  try {
    // The server must be at the operator's address: redirects are refused.
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    const text = await textOf(response)
    if (response.status >= 500) throw new ProviderUnreachable(`BigBlueButton answered ${response.status}`)
    if (response.status !== 200) throw new ProviderError(`BigBlueButton answered ${response.status}`)
    return text
  } catch (error) {
    if (error instanceof ProviderError || error instanceof ProviderUnreachable) throw error
    throw new ProviderUnreachable('BigBlueButton does not answer', { cause: error })
  }
}

/** The only element `response` of the answer. Declarations of entities are refused, because no answer needs them. */
function parsed(text: string): Answer {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new ProviderError('BigBlueButton answered XML with declarations')
  let value: unknown
  try {
    value = parser.parse(text)
  } catch (error) {
    throw new ProviderError('BigBlueButton answered no XML', { cause: error })
  }
  const response = (value as { response?: unknown } | null)?.response
  if (typeof response !== 'object' || response === null || Array.isArray(response))
    throw new ProviderError('BigBlueButton answered something else')
  return response as Answer
}

/** The server has no such meeting. */
const missingKeys = new Set(['notFound', 'invalidMeetingIdentifier'])

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes XML's own entities and numeric ones; leaves others unchanged. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    if (Number.isNaN(code)) return signs[name] ?? whole
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

export function textAt(answer: Answer, name: string): string {
  const value = answer[name]
  return typeof value === 'string' ? decoded(value) : ''
}

/** A non-negative integer; 0 for everything else. */
export function numberAt(answer: Answer, name: string): number {
  const value = Number(textAt(answer, name))
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}

/** The elements of a list inside another element: `<attendees><attendee/>…</attendees>`. */
export function listAt(answer: Answer, outer: string, inner: string): readonly Answer[] {
  const holder = answer[outer]
  if (typeof holder !== 'object' || Array.isArray(holder)) return []
  const list = (holder as Answer)[inner]
  if (!Array.isArray(list)) return []
  return list.filter((one): one is Answer => typeof one === 'object' && one !== null && !Array.isArray(one))
}

/** Sends a call and answers its SUCCESS; throws the provider's refusals and every other failure. */
export async function ask(config: BigBlueButtonConfig, call: CallName, parameters: Parameters): Promise<Answer> {
  const answer = parsed(await fetchText(signedAddress(config, call, parameters)))
  const code = textAt(answer, 'returncode')
  if (code === 'SUCCESS') return answer
  const key = textAt(answer, 'messageKey')
  if (code === 'FAILED' && missingKeys.has(key)) throw new ProviderMissing(`BigBlueButton: ${key}`)
  throw new ProviderError(`BigBlueButton: ${code === 'FAILED' ? `${key} ${textAt(answer, 'message')}` : 'no answer'}`)
}

/** The server's version: the only call without a signature. */
export async function versionOf(config: BigBlueButtonConfig): Promise<string> {
  return textAt(parsed(await fetchText(apiAddress(config.url))), 'version')
}
