/** One visit to a room: enters it, keeps its socket and media, and reconnects by itself. */
import { createContext, use } from 'react'
import { loadMedia } from '#modules/live/engines/web.tsx'
import { CallError } from '#web/api/call-error.ts'
import { createStore, type Store } from '#web/store.ts'
import { closeCodes, type RoomEvent } from '../../contract/socket.ts'
import { Indicators } from '../media/indicators.ts'
import { LocalMedia } from '../media/local-media.ts'
import { MediaSession } from '../media/session.ts'
import { Streams } from '../media/streams.ts'
import { platformTransport } from '../media/transport.ts'
import { createRoomStore, type RoomStore } from '../state/room-store.ts'
import { Channel, type ChannelState, type SocketLike } from './channel.ts'
import { type Entrance, enter, isFinalRefusal, socketAddress, type Visitor } from './entrance.ts'
import { requestOver, type SendRequest } from './requests.ts'

/** The reason for the end of the visit; the ended screen has a text for each. */
export type Ending = 'removed' | 'left' | 'signed-out' | 'link' | 'no-access' | 'refused'

export interface VisitState {
  readonly connection: ChannelState
  readonly entrance: Entrance | undefined
  readonly ending: Ending | undefined
  /** The refusal behind `refused`. */
  readonly failure: CallError | undefined
  /** The browser has received the state of the room. */
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
  readonly indicators = new Indicators()
  readonly request: SendRequest
  media: MediaSession | undefined
  readonly #channel: Channel
  readonly #visitor: Visitor
  readonly #hurry = () => this.#channel.hurry()
  /** The browser is offline: the session does not wait for a hanging socket. */
  readonly #offline = () => this.#channel.giveUpSocket()

  constructor(visitor: Visitor) {
    this.#visitor = visitor
    this.#channel = new Channel({
      address: () => this.#enter(),
      isFinal: isFinalRefusal,
      connect: (address) => new WebSocket(address) as unknown as SocketLike,
      onEvents: (events) => this.#handleEvents(events as unknown as RoomEvent[]),
      onState: (connection, again) => {
        this.visit.set({ connection })
        if (again) this.media?.hurry()
      },
      onEnd: (reason) => this.#ended(reason),
      finalCodes: new Set([closeCodes.removed, closeCodes.signedOut]),
      random: Math.random,
    })
    this.request = requestOver(this.#channel)
  }

  start(): void {
    addEventListener('online', this.#hurry)
    addEventListener('offline', this.#offline)
    document.addEventListener('visibilitychange', this.#hurry)
    this.#channel.start()
  }

  /** Gives up the place on the stage and the raised hand; the session does not reconnect. */
  async leave(): Promise<void> {
    await this.request('room.leave').catch(() => undefined)
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

  #handleEvents(events: readonly RoomEvent[]): void {
    this.store.handleEvents(events)
    const view = this.store.get()
    if (!view) return
    if (!this.visit.get().known) {
      this.visit.set({ known: true })
      void this.#carry()
    }
    // A room that is over sends nothing more: camera and microphone are switched off too.
    if (view.state === 'ended' || view.state === 'closed') this.local.close()
    if (view.bye !== undefined) this.#endFor(view.bye)
  }

  async #carry(): Promise<void> {
    const { entrance } = this.visit.get()
    if (!entrance) return
    const [media, transport] = await Promise.all([loadMedia(), this.#transport(entrance)])
    if (this.#channel.state === 'closed') return transport.close()
    const { store, local, streams, indicators, request } = this
    this.media = new MediaSession({
      store,
      local,
      streams,
      indicators,
      transport,
      request,
      canPlayStream: media.canPlayStream,
    })
  }

  async #transport({ engine, iceServers }: Entrance) {
    if (engine === 'platform') return platformTransport(this.request, iceServers)
    const { vendorTransport } = await import('../media/vendor-transport.ts')
    return vendorTransport(this.request)
  }

  #ended(reason: unknown): void {
    if (reason instanceof CallError) this.#finish('refused', reason)
    else this.#endFor(reason === closeCodes.signedOut ? 'signed-out' : (this.store.get()?.bye ?? 'removed'))
  }

  #endFor(reason: string): void {
    const known = (['removed', 'left', 'signed-out', 'link', 'no-access'] as const).find((one) => one === reason)
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
