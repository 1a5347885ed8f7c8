/** The counters of a room (people, likes, votes, answers): read once a second, not at each change. */
import { sql } from 'kysely'
import { publish } from '#server/realtime/publish.ts'
import { type Person, peopleShownMax } from '../../contract/shapes.ts'
import type { RoomsDb } from '../db.ts'
import { type Counter, roomTopic } from '../events.ts'
import { getRoom } from '../rooms.ts'
import { settingsOf } from '../settings.ts'
import { attendees, forAll, pollsOf, questionsOf, roundsOf, seatsOfRoom } from '../wire-objects.ts'
import { type Delivery, deliveriesOf } from './deliveries.ts'
import type { RoomTools } from './room-tools.ts'

/** The room switches back to WebRTC only when it has become clearly smaller. */
const turnBack = 0.8

type AnyCounter = Counter | 'people'

export interface CountersTools extends RoomTools {
  readonly ready: () => Promise<void>
  readonly deliver: (deliveries: readonly Delivery[]) => void
}

async function readCounters(
  db: RoomsDb,
  roomId: string,
  counters: ReadonlySet<AnyCounter>,
  now: number,
): Promise<Delivery[]> {
  const deliveries: Delivery[] = []
  if (counters.has('likes')) {
    const { rows } = await sql<{ likes: number }>`select likes from rooms.room where id = ${roomId}`.execute(db)
    deliveries.push({ all: { e: 'likes', total: rows[0]?.likes ?? 0 } })
  }
  if (counters.has('votes')) {
    const votes = (await questionsOf(db, roomId)).map(({ id, votes }) => ({ id, votes }))
    deliveries.push({ all: { e: 'question.votes', votes } })
  }
  if (counters.has('polls')) {
    const [poll] = (await pollsOf(db, roomId)).filter(({ state }) => state === 'open')
    if (poll) deliveries.push({ all: { e: 'poll', poll: forAll(poll) }, staff: { e: 'poll', poll } })
  }
  if (counters.has('sign')) {
    const [round] = await roundsOf(db, roomId, now)
    if (round) deliveries.push({ all: { e: 'sign', round } })
  }
  return deliveries
}

export class RoomCounters {
  viewing: 'rtc' | 'stream' = 'rtc'
  private readonly tools: CountersTools
  private readonly pending = new Set<AnyCounter>()
  /** Changed through this process, which notifies the others when it has counted. */
  private readonly own = new Set<AnyCounter>()
  private timer: NodeJS.Timeout | undefined
  private people = new Map<string, Person>()
  private online = -1
  private stopped = false

  constructor(tools: CountersTools) {
    this.tools = tools
  }

  /** Every person's arrival and departure is broadcast. */
  get isSmall(): boolean {
    return this.online <= peopleShownMax
  }

  remember(person: Person): void {
    this.people.set(person.id, person)
  }

  changed(counter: Counter): void {
    this.own.add(counter)
    this.plan([counter])
  }

  peopleChanged(): void {
    this.own.add('people')
    this.plan(['people'])
  }

  /** Another process has changed counters; without data, any of them may have changed. */
  handleChange(data: Readonly<Record<string, unknown>> | undefined): void {
    if (data === undefined) this.plan(['people', 'likes', 'votes', 'polls', 'sign'])
    else if (data.by !== this.tools.processId) this.plan(data.counters as AnyCounter[])
  }

  stop(): void {
    this.stopped = true
    clearTimeout(this.timer)
  }

  private plan(counters: readonly AnyCounter[]): void {
    for (const counter of counters) this.pending.add(counter)
    if (this.timer || this.stopped) return
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.count().catch((error: unknown) => {
        if (!this.stopped) this.tools.logError('the counters of a room were not read', error)
      })
    }, this.tools.timings.recountMs)
  }

  private async count(): Promise<void> {
    const { db, roomId, processId, outside } = this.tools
    await this.tools.ready()
    const counters = new Set(this.pending)
    const own = [...this.own]
    this.pending.clear()
    this.own.clear()
    if (own.length > 0)
      await publish(db, { topic: roomTopic(roomId), name: 'counters', data: { by: processId, counters: own } })
    const deliveries = await readCounters(db, roomId, counters, outside.clock.now())
    if (counters.has('people')) deliveries.push(...(await this.countPeople()))
    if (!this.stopped) this.tools.deliver(deliveries)
  }

  private async countPeople(): Promise<Delivery[]> {
    const { db, roomId, companyId, outside } = this.tools
    const now = outside.clock.now()
    const { online, people } = await attendees(db, roomId, peopleShownMax, now)
    const before = this.people
    this.people = new Map(people.map((person) => [person.id, person]))
    const changed = people.filter((person) => JSON.stringify(before.get(person.id)) !== JSON.stringify(person))
    const gone = [...before.values()].filter((person) => person.online && !this.people.has(person.id))
    const persons = [...changed, ...gone.map((person) => ({ ...person, online: false }))]
    const deliveries: Delivery[] = []
    if (online !== this.online) {
      this.online = online
      const { rows } = await sql<{ peak: number }>`update rooms.room set online = ${online},
        online_peak = greatest(online_peak, ${online}::int) where id = ${roomId}
        returning online_peak as peak`.execute(db)
      deliveries.push({ all: { e: 'presence', online, onlinePeak: rows[0]?.peak ?? online } })
    }
    if (persons.some(({ role }) => role === 'host')) {
      const row = { sequence: 0, name: 'host', participant_id: null, data: {} } as const
      deliveries.push(...(await deliveriesOf(db, { companyId, roomId }, [row], now)))
    }
    const seats = await seatsOfRoom(db, roomId, now)
    if (seats.some(({ participantId }) => persons.some(({ id }) => id === participantId)))
      deliveries.push({ all: { e: 'stage', seats } })
    const shown = this.isSmall ? persons : persons.filter(({ role, handAt }) => role !== 'viewer' || handAt !== null)
    deliveries.push(
      ...shown.map((person) => ({ all: { e: 'person', person } as const })),
      ...(await this.choose(online)),
    )
    return deliveries
  }

  private async choose(online: number): Promise<Delivery[]> {
    const room = await getRoom(this.tools.db, this.tools.companyId, this.tools.roomId)
    const { rtcViewersMax } = settingsOf(room.settings)
    const most = this.viewing === 'rtc' ? rtcViewersMax : Math.floor(rtcViewersMax * turnBack)
    const viewing = online > most ? 'stream' : 'rtc'
    if (viewing === this.viewing) return []
    this.viewing = viewing
    return [{ all: { e: 'viewing', viewing } }]
  }
}
