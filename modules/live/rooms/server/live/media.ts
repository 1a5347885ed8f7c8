/** A room's audio and video in one process: opened on demand, with its feeds as they come and go. */
import { INVALID_INPUT, NOT_FOUND, refuse, TOO_MANY_CALLS } from '#kit/errors.ts'
import {
  type EngineEvent,
  type Feed as EngineFeed,
  EngineRefused,
  EngineUnavailable,
  type LiveEngine,
  StageFull,
} from '#modules/live/engines/server.ts'
import type { Outside } from '#server/outside.ts'
import { MEDIA_UNAVAILABLE, STAGE_FULL } from '../../contract/errors.ts'
import type { RequestAnswer, RequestInput } from '../../contract/requests.ts'
import type { Feed, Seat } from '../../contract/shapes.ts'
import { vendorEntry } from '../admission.ts'
import type { RoomsDb } from '../db.ts'
import { engineOf, openMedia } from '../engine.ts'
import type { ConnectionMedia } from '../ops/operation.ts'
import { getRoom } from '../rooms.ts'
import { seatsOf } from '../settings.ts'
import type { RoomKey } from './deliveries.ts'

const retryMs = 3000

/** Turns the engine's errors into the room's refusals. */
async function callEngine<T>(mode: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof StageFull) throw refuse(STAGE_FULL, { seats: seatsOf(mode) })
    if (error instanceof EngineUnavailable) throw refuse(MEDIA_UNAVAILABLE)
    if (!(error instanceof EngineRefused)) throw error
    if (error.reason === 'too-many-peers') throw refuse(TOO_MANY_CALLS)
    throw refuse(error.reason === 'no-feed' || error.reason === 'no-peer' ? NOT_FOUND : INVALID_INPUT)
  }
}

export interface MediaTools extends RoomKey {
  readonly db: RoomsDb
  readonly outside: Outside
  readonly onFeeds: (feeds: readonly Feed[]) => void
  readonly onEngine: (state: 'down' | 'back') => void
}

export class RoomMedia implements ConnectionMedia {
  private readonly tools: MediaTools
  private readonly knownFeeds = new Map<string, EngineFeed>()
  private seats: readonly Seat[] = []
  private opened: Promise<void> | undefined
  private unsubscribe: (() => void) | undefined
  private retry: NodeJS.Timeout | undefined
  private stopped = false
  private mode = 'interactive'

  constructor(tools: MediaTools) {
    this.tools = tools
  }

  get engine(): LiveEngine {
    return engineOf(this.tools.outside, this.tools.db)
  }

  /** Does nothing if the settings name an engine that this platform does not have. */
  private get signalling(): LiveEngine['signalling'] | undefined {
    try {
      return this.engine.signalling
    } catch {
      return undefined
    }
  }

  /** The feeds, with the host's mutes applied, whatever the engine reports. */
  get feeds(): Feed[] {
    return [...this.knownFeeds.values()].map((feed) => {
      const seat = this.seats.find(({ participantId }) => participantId === feed.participantId)
      return {
        ...feed,
        audioMuted: feed.audioMuted || seat?.audioMuted === true,
        videoMuted: feed.videoMuted || (feed.source === 'camera' && seat?.videoMuted === true),
      }
    })
  }

  /** The feed that most viewers watch: the newest screen, else the host, else anybody with a picture. */
  get mainFeed(): Feed | undefined {
    const { feeds } = this
    const hostId = this.seats.find(({ number }) => number === 0)?.participantId
    return (
      feeds.findLast(({ source, video }) => source === 'screen' && video) ??
      feeds.find(({ participantId, source }) => participantId === hostId && source === 'camera') ??
      feeds.find(({ video }) => video) ??
      feeds[0]
    )
  }

  /** The room runs: this process follows its feeds from now on. */
  watch(): void {
    if (this.unsubscribe || this.stopped || this.signalling !== 'platform') return
    this.unsubscribe = this.engine.on(this.tools.roomId, (event) => this.handleEngineEvent(event))
    void this.readFeeds()
  }

  /** The people on the stage now: a person who has left it sends no more media. */
  setSeats(seats: readonly Seat[]): void {
    const left = this.seats.filter((one) => !seats.some(({ participantId }) => participantId === one.participantId))
    this.seats = seats
    if (this.signalling === 'vendor')
      for (const { participantId } of left) void this.engine.drop(this.tools.roomId, participantId).catch(() => {})
    if (this.knownFeeds.size > 0) this.tools.onFeeds(this.feeds)
  }

  /** The engine's own client sends and receives nothing more for this person. */
  drop(participantId: string): void {
    if (this.signalling === 'vendor') void this.engine.drop(this.tools.roomId, participantId).catch(() => {})
  }

  async publish(participantId: string, input: RequestInput<'media.publish'>): Promise<RequestAnswer<'media.publish'>> {
    await this.open()
    const step = await callEngine(this.mode, () => this.engine.publish(this.tools.roomId, { participantId, ...input }))
    return { ...step }
  }

  async subscribe(participantId: string, feeds: readonly string[]): Promise<RequestAnswer<'media.subscribe'>> {
    await this.open()
    return callEngine(this.mode, () => this.engine.subscribe(this.tools.roomId, { participantId, feeds }))
  }

  answer(peerId: string, sdp: string): Promise<void> {
    return callEngine(this.mode, () => this.engine.answer(this.tools.roomId, peerId, sdp))
  }

  /** A peer that is gone needs no closing. */
  async closePeer(peerId: string): Promise<void> {
    await this.engine.closePeer(this.tools.roomId, peerId).catch(() => {})
  }

  async mute(participantId: string, medium: 'audio' | 'video', muted: boolean): Promise<void> {
    const own = [...this.knownFeeds.values()].filter((feed) => feed.participantId === participantId)
    const meant = own.filter(({ source }) => medium === 'audio' || source === 'camera')
    for (const { id } of meant) await this.engine.mute(this.tools.roomId, id, medium, muted).catch(() => {})
  }

  async entry(participant: { readonly id: string; readonly name: string }) {
    const { db, companyId, roomId, outside } = this.tools
    return vendorEntry(db, await getRoom(db, companyId, roomId), participant, { outside })
  }

  stop(): void {
    this.stopped = true
    clearTimeout(this.retry)
    this.unsubscribe?.()
    this.unsubscribe = undefined
  }

  private open(): Promise<void> {
    this.opened ??= this.openNow().catch((error: unknown) => {
      this.opened = undefined
      throw error
    })
    return this.opened
  }

  private async openNow(): Promise<void> {
    const { db, companyId, roomId } = this.tools
    const room = await getRoom(db, companyId, roomId)
    this.mode = room.mode
    await callEngine(room.mode, () => openMedia(this.engine, { id: roomId, companyId, mode: room.mode }))
  }

  /** Tries again while the engine does not answer. */
  private async readFeeds(): Promise<void> {
    clearTimeout(this.retry)
    try {
      await this.open()
      const { feeds } = await this.engine.status(this.tools.roomId)
      for (const feed of feeds) this.knownFeeds.set(feed.id, feed)
      if (feeds.length > 0 && !this.stopped) this.tools.onFeeds(this.feeds)
    } catch {
      if (!this.stopped) this.retry = setTimeout(() => void this.readFeeds(), retryMs)
    }
  }

  private handleEngineEvent(event: EngineEvent): void {
    if (this.stopped) return
    if (event.name === 'published') {
      this.knownFeeds.delete(event.feed.id)
      this.knownFeeds.set(event.feed.id, event.feed)
      void this.keepMuted(event.feed)
      this.tools.onFeeds(this.feeds)
    }
    if (event.name === 'unpublished' && this.knownFeeds.delete(event.feed.id)) this.tools.onFeeds(this.feeds)
    if (event.name === 'down') {
      this.opened = undefined
      this.knownFeeds.clear()
      this.tools.onFeeds([])
      this.tools.onEngine('down')
    }
    if (event.name === 'back') {
      this.opened = undefined
      this.tools.onEngine('back')
      void this.readFeeds()
    }
  }

  /** A muted person stays muted after publishing again. */
  private async keepMuted({ participantId }: EngineFeed): Promise<void> {
    const seat = this.seats.find((one) => one.participantId === participantId)
    if (seat?.audioMuted) await this.mute(participantId, 'audio', true)
    if (seat?.videoMuted) await this.mute(participantId, 'video', true)
  }
}
