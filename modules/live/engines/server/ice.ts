/**
 * A TURN relay (coturn with `use-auth-secret`) for browsers in networks that block UDP. This file makes its
 * credentials, which expire so that a former participant cannot relay for ever. The name is `expiry:participant` and
 * the password its HMAC-SHA1 under the secret that relay and platform share, as in draft-uberti-behave-turn-rest. A
 * relay is a STUN server too, so no other server is named.
 */
import { createHmac } from 'node:crypto'
import type { TurnConfig } from '#server/config-live.ts'

export interface IceServer {
  readonly urls: readonly string[]
  readonly username: string
  readonly credential: string
}

/** Longer than a live session, because a relay checks the credentials again at every refresh. */
const goodForSeconds = 12 * 3600

/** The servers for one person's `RTCPeerConnection`; empty if no relay is set up. `now` in milliseconds. */
export function iceServers(
  config: { readonly turn: TurnConfig | null },
  participantId: string,
  now: number,
): IceServer[] {
  if (config.turn === null) return []
  const username = `${Math.floor(now / 1000) + goodForSeconds}:${participantId}`
  const credential = createHmac('sha1', config.turn.secret).update(username).digest('base64')
  return [{ urls: config.turn.urls, username, credential }]
}
