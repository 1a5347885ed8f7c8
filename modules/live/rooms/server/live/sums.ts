/** What a whole room changes at once (who is there, likes, votes, answers): counted once a second, not once a change. */
import { sql } from 'kysely'
import { publish } from '#server/realtime/publish.ts'
import { type Person, peopleShownMax } from '../../contract/shapes.ts'
import type { RoomsDb } from '../db.ts'
import { roomTopic, type Tally } from '../events.ts'
import { getRoom } from '../rooms.ts'
import { settingsOf } from '../settings.ts'
import { attendees, forAll, pollsOf, questionsOf, roundsOf, seatsOfRoom } from '../wire.ts'
import type { RoomTools } from './room-tools.ts'
import { type Told, toldBy } from './told.ts'

/** The room turns back to WebRTC only when it has become clearly smaller. */
const turnBack = 0.8

type Sum = Tally | 'people'

export interface SumsTools extends RoomTools {
  readonly ready: () => Promise<void>
  readonly hand: (told: readonly Told[]) => void
}

async function tallied(db: RoomsDb, roomId: string, sums: ReadonlySet<Sum>, now: number): Promise<Told[]> {
  const told: Told[] = []
  if (sums.has('likes')) {
    const { rows } = await sql<{ likes: number }>`select likes from rooms.room where id = ${roomId}`.execute(db)
    told.push({ all: { e: 'likes', total: rows[0]?.likes ?? 0 } })
  }
  if (sums.has('votes')) {
    const votes = (await questionsOf(db, roomId)).map(({ id, votes }) => ({ id, votes }))
    told.push({ all: { e: 'question.votes', votes } })
  }
  if (sums.has('polls')) {
    const [poll] = (await pollsOf(db, roomId)).filter(({ state }) => state === 'open')
    if (poll) told.push({ all: { e: 'poll', poll: forAll(poll) }, staff: { e: 'poll', poll } })
  }
  if (sums.has('sign')) {
    const [round] = await roundsOf(db, roomId, now)
    if (round) told.push({ all: { e: 'sign', round } })
  }
  return told
}

export class RoomSums {
  viewing: 'rtc' | 'stream' = 'rtc'
  private readonly tools: SumsTools
  private readonly pending = new Set<Sum>()
  /** Changed through this process: the others are told when it has counted. */
  private readonly own = new Set<Sum>()
  private timer: NodeJS.Timeout | undefined
  private people = new Map<string, Person>()
  private online = -1
  private stopped = false

  constructor(tools: SumsTools) {
    this.tools = tools
  }

  /** Everybody hears of everybody. */
  get isSmall(): boolean {
    return this.online <= peopleShownMax
  }

  known(person: Person): void {
    this.people.set(person.id, person)
  }

  changed(tally: Tally): void {
    this.own.add(tally)
    this.plan([tally])
  }

  peopleChanged(): void {
    this.own.add('people')
    this.plan(['people'])
  }

  /** Another process has changed something; without a word of what, everything may have. */
  heard(data: Readonly<Record<string, unknown>> | undefined): void {
    if (data === undefined) this.plan(['people', 'likes', 'votes', 'polls', 'sign'])
    else if (data.by !== this.tools.processId) this.plan(data.sums as Sum[])
  }

  stop(): void {
    this.stopped = true
    clearTimeout(this.timer)
  }

  private plan(sums: readonly Sum[]): void {
    for (const sum of sums) this.pending.add(sum)
    if (this.timer || this.stopped) return
    this.timer = setTimeout(() => {
      this.timer = undefined
      this.count().catch((error: unknown) => {
        if (!this.stopped) this.tools.logError('a room was not counted', error)
      })
    }, this.tools.timings.recountMs)
  }

  private async count(): Promise<void> {
    const { db, roomId, processId, outside } = this.tools
    await this.tools.ready()
    const sums = new Set(this.pending)
    const own = [...this.own]
    this.pending.clear()
    this.own.clear()
    if (own.length > 0)
      await publish(db, { topic: roomTopic(roomId), name: 'sums', data: { by: processId, sums: own } })
    const told = await tallied(db, roomId, sums, outside.clock.now())
    if (sums.has('people')) told.push(...(await this.countPeople()))
    if (!this.stopped) this.tools.hand(told)
  }

  private async countPeople(): Promise<Told[]> {
    const { db, roomId, companyId, outside } = this.tools
    const now = outside.clock.now()
    const { online, people } = await attendees(db, roomId, peopleShownMax, now)
    const before = this.people
    this.people = new Map(people.map((person) => [person.id, person]))
    const changed = people.filter((person) => JSON.stringify(before.get(person.id)) !== JSON.stringify(person))
    const gone = [...before.values()].filter((person) => person.online && !this.people.has(person.id))
    const persons = [...changed, ...gone.map((person) => ({ ...person, online: false }))]
    const told: Told[] = []
    if (online !== this.online) {
      this.online = online
      const { rows } = await sql<{ peak: number }>`update rooms.room set online = ${online},
        online_peak = greatest(online_peak, ${online}::int) where id = ${roomId}
        returning online_peak as peak`.execute(db)
      told.push({ all: { e: 'presence', online, onlinePeak: rows[0]?.peak ?? online } })
    }
    if (persons.some(({ role }) => role === 'host')) {
      const row = { sequence: 0, name: 'host', participant_id: null, data: {} } as const
      told.push(...(await toldBy(db, { companyId, roomId }, [row], now)))
    }
    const seats = await seatsOfRoom(db, roomId, now)
    if (seats.some(({ participantId }) => persons.some(({ id }) => id === participantId)))
      told.push({ all: { e: 'stage', seats } })
    const shown = this.isSmall ? persons : persons.filter(({ role, handAt }) => role !== 'viewer' || handAt !== null)
    told.push(...shown.map((person) => ({ all: { e: 'person', person } as const })), ...(await this.choose(online)))
    return told
  }

  private async choose(online: number): Promise<Told[]> {
    const room = await getRoom(this.tools.db, this.tools.companyId, this.tools.roomId)
    const { rtcViewersMax } = settingsOf(room.settings)
    const most = this.viewing === 'rtc' ? rtcViewersMax : Math.floor(rtcViewersMax * turnBack)
    const viewing = online > most ? 'stream' : 'rtc'
    if (viewing === this.viewing) return []
    this.viewing = viewing
    return [{ all: { e: 'viewing', viewing } }]
  }
}
