/**
 * Requests to addresses from a form (webhooks). Such an address may point to this machine, the operator's network, or
 * cloud metadata. So the name is resolved once, all its addresses are checked, and the connection uses one of them.
 * Redirects are not followed. Time and size are limited.
 */
import { lookup as lookUp } from 'node:dns'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface SafeRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface SafeAnswer {
  readonly status: number
  /** The beginning of what came back. */
  readonly text: string
}

/** Posts. Throws `AddressRefused` where the address is not to be called, another error where it can't be reached. */
export type SafePost = (request: SafeRequest) => Promise<SafeAnswer>

export class AddressRefused extends Error {
  constructor(why: string) {
    super(`address refused: ${why}`)
    this.name = 'AddressRefused'
  }
}

export interface SafePostSettings {
  /** `host` or `host:port` of the operator's own network that may be called all the same. */
  readonly allowedHosts: readonly string[]
  /** How names are resolved; the system's way unless a test says otherwise. */
  readonly resolve?: typeof lookUp
}

const timeoutMs = 10_000
const answerBytesMax = 16_384
/** What stands on such a port takes no webhooks; mail and databases have been talked to by way of a URL. */
const systemPortsMax = 1023

/** Azure's metadata and DNS lie behind a public address. */
const publicButNot = new Set(['168.63.129.16'])

/** Whether an address of the internet is meant: not this machine, no private network, no group, no translation of one. */
export function isPublicAddress(text: string): boolean {
  const address = ipaddr.parse(text)
  if (address.kind() === 'ipv4') return address.range() === 'unicast' && !publicButNot.has(address.toString())
  // Of IPv6 only 2000::/3 is given out; what carries an IPv4 address inside (mapped, 6to4, Teredo, NAT64) has another
  // range.
  const [first = 0] = address.toByteArray()
  return first >> 5 === 1 && address.range() === 'unicast'
}

/** The host of a URL as `isIP` and the resolver want it: IPv6 without brackets. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

function isAllowed(url: URL, allowedHosts: readonly string[]): boolean {
  return allowedHosts.includes(url.hostname) || allowedHosts.includes(`${url.hostname}:${portOf(url)}`)
}

/** Refuses what can be seen from the address alone. A name is looked at again when it has been resolved. */
export function checkedUrl(text: string, allowedHosts: readonly string[]): URL {
  const url = URL.parse(text)
  if (url === null) throw new AddressRefused('it is none')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new AddressRefused(`protocol ${url.protocol}`)
  if (url.username !== '' || url.password !== '') throw new AddressRefused('it holds a password')
  if (isAllowed(url, allowedHosts)) return url
  const port = portOf(url)
  if (port <= systemPortsMax && port !== 80 && port !== 443) throw new AddressRefused(`port ${port}`)
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new AddressRefused(host)
  if (host === 'localhost' || host.endsWith('.localhost')) throw new AddressRefused(host)
  return url
}

/** Answers the connection only addresses that it may have. One that is refused among several refuses the name. */
function guardedLookup(resolve: typeof lookUp): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      const refused = addresses.find(({ address }) => !isPublicAddress(address))
      if (refused) return done(new AddressRefused(`${host} is ${refused.address}`), '')
      const [first] = addresses
      if (!first) return done(new AddressRefused(`${host} has no address`), '')
      if (options.all) return done(null, addresses)
      return done(null, first.address, first.family)
    })
  }
}

/** Reads the beginning of an answer; what is longer is cut, and the connection given up. */
function readBeginning(answer: IncomingMessage, request: ClientRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = () => resolve(Buffer.concat(chunks).subarray(0, answerBytesMax).toString('utf8'))
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size < answerBytesMax) return
      finish()
      request.destroy()
    })
    answer.on('end', finish)
    answer.on('error', reject)
  })
}

export function createSafePost({ allowedHosts, resolve = lookUp }: SafePostSettings): SafePost {
  return async ({ url: text, headers, body }) => {
    const url = checkedUrl(text, allowedHosts)
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    return new Promise<SafeAnswer>((done, fail) => {
      const request = send(
        url,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
          // No connection is kept: the next request looks at the name again.
          agent: false,
          signal: AbortSignal.timeout(timeoutMs),
          ...(!isAllowed(url, allowedHosts) && { lookup: guardedLookup(resolve) }),
        },
        (answer) => {
          readBeginning(answer, request).then((text) => done({ status: answer.statusCode ?? 0, text }), fail)
        },
      )
      request.on('error', fail)
      request.end(body)
    })
  }
}
