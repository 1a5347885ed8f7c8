/**
 * A peer connection of the media library. It offers, takes the answer, and reports once that it is connected or lost.
 */
import { randomUUID } from 'node:crypto'
import type { PeerConnection } from 'node-datachannel'
import nodeDatachannel from 'node-datachannel'
import type { EngineSettings } from '../embedded/protocol.ts'
import { EngineRefused } from '../engine.ts'
import { cleanAnswer, withCandidates } from './sdp.ts'

/** The limit for an offer without an answer, or an answer without a connection. */
const connectMs = 20_000
/** A connection that is interrupted for this long is lost. */
const patienceMs = 6000
const gatherMs = 2000

export type PeerSettings = Pick<EngineSettings, 'bind' | 'announced' | 'loopback'> & { readonly port: number }

export interface PeerListener {
  connected(): void
  /** Not after `close`. */
  lost(): void
}

export class Peer {
  readonly id = randomUUID()
  readonly participantId: string
  readonly connection: PeerConnection
  private readonly settings: PeerSettings
  private readonly listener: PeerListener
  private timer: NodeJS.Timeout
  private offered = ''
  private isAnswered = false
  isConnected = false
  isClosed = false

  constructor(participantId: string, settings: PeerSettings, listener: PeerListener) {
    this.participantId = participantId
    this.settings = settings
    this.listener = listener
    this.connection = new nodeDatachannel.PeerConnection(this.id, {
      iceServers: [],
      bindAddress: settings.bind,
      portRangeBegin: settings.port,
      portRangeEnd: settings.port,
      enableIceUdpMux: true,
      disableAutoNegotiation: true,
      forceMediaTransport: true,
    })
    this.timer = setTimeout(() => this.lose(), connectMs)
    this.connection.onStateChange((state) => this.changed(state))
  }

  async offer(): Promise<string> {
    const { connection } = this
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('no addresses were found')), gatherMs)
      const look = () => {
        if (connection.gatheringState() !== 'complete') return
        clearTimeout(late)
        resolve()
      }
      connection.onGatheringStateChange(look)
      connection.setLocalDescription('offer')
      look()
    })
    this.offered = withCandidates(connection.localDescription()?.sdp ?? '', this.settings, this.settings.port)
    return this.offered
  }

  /** Throws if the description does not fit, or the peer already has an answer. */
  answer(sdp: string): void {
    if (this.isAnswered) throw new EngineRefused('no-peer')
    const answer = cleanAnswer(sdp, this.offered)
    if (answer === undefined) throw new EngineRefused('bad-description')
    this.isAnswered = true
    try {
      this.connection.setRemoteDescription(answer, 'answer')
    } catch {
      throw new EngineRefused('bad-description')
    }
  }

  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    this.isConnected = false
    clearTimeout(this.timer)
    try {
      this.connection.close()
    } catch {
      // The other side closed it at this moment.
    }
  }

  private changed(state: string): void {
    if (this.isClosed) return
    if (state === 'connected') {
      clearTimeout(this.timer)
      if (this.isConnected) return
      this.isConnected = true
      this.listener.connected()
    } else if (state === 'disconnected') {
      clearTimeout(this.timer)
      this.timer = setTimeout(() => this.lose(), patienceMs)
    } else if (state === 'failed' || state === 'closed') this.lose()
  }

  private lose(): void {
    if (this.isClosed) return
    this.close()
    this.listener.lost()
  }
}
