/** One visit to a room: enters it, holds its socket, carries its media, and comes back by itself when the network does. */
import { createContext, use } from 'react'
import { loadMedia } from '#modules/live/engines/web.tsx'
import { CallError } from '#web/api/call-error.ts'
import { createStore, type Store } from '#web/store.ts'
import { closeCodes, type RoomEvent } from '../../contract/socket.ts'
import { platformCarrier } from '../media/carrier.ts'
import { LocalMedia } from '../media/local-media.ts'
import { MediaSession } from '../media/session.ts'
import { Signs } from '../media/signs.ts'
import { Streams } from '../media/streams.ts'
import { createRoomStore, type RoomStore } from '../state/room-store.ts'
import { Channel, type ChannelState, type SocketLike } from './channel.ts'
import { type Entrance, enter, isFinalRefusal, socketAddress, type Visitor } from './entrance.ts'
import { type Ask, askOver } from './requests.ts'

/** Why the visit is over, in the words of the screen that says so. */
export type Ending = 'removed' | 'left' | 'signed-out' | 'link' | 'refused'

export interface VisitState {
  readonly connection: ChannelState
  readonly entrance: Entrance | undefined
  readonly ending: Ending | undefined
  /** The refusal behind `refused`. */
  readonly failure: CallError | undefined
  /** The state of the room is known. */
  readonly known: boolean
}

export class RoomSession {
  readonly store: RoomStore = createRoomStore()
  readonly visit: Store<VisitState> = createStore<VisitState>({
    connection: 'connecting',
    entrance: undefined,
    ending: undefined,
    failure: undefined,
    known: false,
  })
  readonly local = new LocalMedia()
  readonly streams = new Streams()
  readonly signs = new Signs()
  readonly ask: Ask
  media: MediaSession | undefined
  readonly #channel: Channel
  readonly #visitor: Visitor
  readonly #hurry = () => this.#channel.hurry()
  /** The browser says that there is no network: what hangs is not waited for. */
  readonly #offline = () => this.#channel.giveUpSocket()

  constructor(visitor: Visitor) {
    this.#visitor = visitor
    this.#channel = new Channel({
      address: () => this.#enter(),
      isFinal: isFinalRefusal,
      connect: (address) => new WebSocket(address) as unknown as SocketLike,
      onEvents: (events) => this.#hear(events as unknown as RoomEvent[]),
      onState: (connection, again) => {
        this.visit.set({ connection })
        if (again) this.media?.hurry()
      },
      onEnd: (reason) => this.#ended(reason),
      finalCodes: new Set([closeCodes.removed, closeCodes.signedOut]),
      random: Math.random,
    })
    this.ask = askOver(this.#channel)
  }

  start(): void {
    addEventListener('online', this.#hurry)
    addEventListener('offline', this.#offline)
    document.addEventListener('visibilitychange', this.#hurry)
    this.#channel.start()
  }

  /** Seat and hand are given back; nobody comes back by themselves. */
  async leave(): Promise<void> {
    await this.ask('room.leave').catch(() => undefined)
    this.close()
  }

  close(): void {
    removeEventListener('online', this.#hurry)
    removeEventListener('offline', this.#offline)
    document.removeEventListener('visibilitychange', this.#hurry)
    this.media?.close()
    this.media = undefined
    this.local.close()
    this.#channel.close()
  }

  async #enter(): Promise<string> {
    const entrance = await enter(this.#visitor)
    this.visit.set({ entrance })
    const view = this.store.get()
    const after: Record<string, string> = view ? { after: String(view.sequence) } : {}
    return socketAddress(entrance.socketPath, { ticket: entrance.ticket, ...after })
  }

  #hear(events: readonly RoomEvent[]): void {
    this.store.hear(events)
    const view = this.store.get()
    if (!view) return
    if (!this.visit.get().known) {
      this.visit.set({ known: true })
      void this.#carry()
    }
    // Nothing more comes from a room that is over: camera and microphone go out with it.
    if (view.state === 'ended' || view.state === 'closed') this.local.close()
    if (view.bye !== undefined) this.#endFor(view.bye)
  }

  async #carry(): Promise<void> {
    const { entrance } = this.visit.get()
    if (!entrance) return
    const [media, carrier] = await Promise.all([loadMedia(), this.#carrier(entrance)])
    if (this.#channel.state === 'closed') return carrier.close()
    const { store, local, streams, signs, ask } = this
    this.media = new MediaSession({ store, local, streams, signs, carrier, ask, canPlayStream: media.canPlayStream })
  }

  async #carrier({ engine, iceServers }: Entrance) {
    if (engine === 'platform') return platformCarrier(this.ask, iceServers)
    const { vendorCarrier } = await import('../media/vendor-carrier.ts')
    return vendorCarrier(this.ask)
  }

  #ended(reason: unknown): void {
    if (reason instanceof CallError) this.#finish('refused', reason)
    else this.#endFor(reason === closeCodes.signedOut ? 'signed-out' : (this.store.get()?.bye ?? 'removed'))
  }

  #endFor(reason: string): void {
    const known = (['removed', 'left', 'signed-out', 'link'] as const).find((one) => one === reason)
    this.#finish(known ?? 'left')
  }

  #finish(ending: Ending, failure?: CallError): void {
    if (this.visit.get().ending !== undefined) return
    this.close()
    this.visit.set({ ending, failure })
  }
}

export const RoomSessionContext = createContext<RoomSession | undefined>(undefined)

export function useRoomSession(): RoomSession {
  const session = use(RoomSessionContext)
  if (!session) throw new Error('outside of a room')
  return session
}
