/**
 * How browsers find a way through networks that let no UDP through: a TURN relay (coturn with `use-auth-secret`). Its
 * credentials are made here and are good for a while, so that nobody who was once in a room may relay for ever: the name
 * is `expiry:participant` and the password its HMAC-SHA1 under the secret that relay and platform share, as in
 * draft-uberti-behave-turn-rest. A relay is a STUN server too, so none is named beside it.
 */
import { createHmac } from 'node:crypto'
import type { TurnConfig } from '#server/config-live.ts'

export interface IceServer {
  readonly urls: readonly string[]
  readonly username: string
  readonly credential: string
}

/** Longer than a broadcast: a relay asks for the credentials again at every refresh. */
const goodForSeconds = 12 * 3600

/** The servers for one person's `RTCPeerConnection`; none where no relay is set up. `now` in milliseconds. */
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
