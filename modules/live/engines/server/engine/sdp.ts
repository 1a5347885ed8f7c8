/** Session descriptions: the addresses in our offers, and the parts of answers that the engine accepts. */
import type { EngineSettings } from '../embedded/protocol.ts'

const answerLinesMax = 2000

/**
 * The offer with the addresses that browsers can reach: first the announced address, then the machine's own addresses,
 * then loopback for browsers on the same machine. All of them lead to the same port.
 */
export function withCandidates(
  sdp: string,
  { announced, loopback }: Pick<EngineSettings, 'announced' | 'loopback'>,
  port: number,
): string {
  const lines = sdp.split('\r\n').filter((line) => line !== '')
  const own = lines.flatMap((line) => /^a=candidate:\S+ 1 UDP \d+ (\S+) \d+ typ host/i.exec(line)?.[1] ?? [])
  const addresses = [...(announced === null ? [] : [announced]), ...own, ...(loopback ? ['127.0.0.1'] : [])]
  const candidates = [...new Set(addresses)].map(
    (address, index) => `a=candidate:${index + 1} 1 UDP ${2_122_000_000 - index * 1000} ${address} ${port} typ host`,
  )
  const kept = lines.filter((line) => !/^a=(candidate:|end-of-candidates)/.test(line))
  // Media share one transport, whose addresses stand in the first of their sections.
  const second = kept.findIndex((line, index) => line.startsWith('m=') && index > kept.findIndex(isMedia))
  const at = second < 0 ? kept.length : second
  const all = [...kept.slice(0, at), ...candidates, 'a=end-of-candidates', ...kept.slice(at)]
  return `${all.join('\r\n')}\r\n`
}

const isMedia = (line: string) => line.startsWith('m=')

/**
 * The answer without its addresses. The engine learns a browser's address from its first packet, and sends nothing to
 * an address that only stands in a description. undefined if the text is no answer to the offer.
 */
export function cleanAnswer(sdp: string, offer: string): string | undefined {
  if (!sdp.startsWith('v=0')) return undefined
  const lines = sdp.split(/\r?\n/).filter((line) => line !== '')
  if (lines.length > answerLinesMax || lines.some((line) => !/^[a-z]=/.test(line))) return undefined
  const has = (prefix: string) => lines.some((line) => line.startsWith(prefix))
  if (!['a=ice-ufrag:', 'a=ice-pwd:', 'a=fingerprint:'].every(has)) return undefined
  const media = (text: readonly string[]) => text.filter(isMedia).map((line) => line.split(' ')[0])
  if (media(lines).join() !== media(offer.split('\r\n')).join()) return undefined
  const kept = lines.filter((line) => !/^a=(candidate:|end-of-candidates|remote-candidates)/.test(line))
  return `${kept.join('\r\n')}\r\n`
}
