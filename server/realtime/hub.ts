/**
 * Delivers events of all server processes to the listeners of this one, over a separate connection. After a lost
 * connection events may be missing, so every listener receives `missed` and reads again.
 */
import pg from 'pg'
import type { DatabaseWatch } from '../db/watch.ts'
import { type RealtimeEvent, realtimeChannel } from './publish.ts'

export interface Realtime {
  /** Calls `listener` for each event of the topic, until the answered function is called. */
  subscribe(topic: string, listener: RealtimeListener): () => void
}

/** `missed` replaces lost events: its receiver reads everything again. */
export type RealtimeListener = (event: RealtimeEvent | 'missed') => void

export interface RealtimeHub extends Realtime {
  stop(): Promise<void>
}

/** A hub without listeners, for tools and measurements. */
export const noRealtime: Realtime = { subscribe: () => () => {} }

const reconnectAfterMs = [100, 500, 1000, 2000, 5000]
const connectMsMax = 5000

/** Starts listening. If the database is unreachable, it retries forever. */
export function startRealtime(
  databaseUrl: string,
  logError: (message: string, error: unknown) => void,
  watch?: Pick<DatabaseWatch, 'onAway'>,
): RealtimeHub {
  const listeners = new Map<string, Set<RealtimeListener>>()
  let client: pg.Client | undefined
  let stopped = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  const tell = (topic: string, event: RealtimeEvent | 'missed') => {
    for (const listener of listeners.get(topic) ?? []) listener(event)
  }
  const receive = (payload: string | undefined) => {
    if (payload === undefined) return
    const event = JSON.parse(payload) as RealtimeEvent
    tell(event.topic, event)
  }
  const drop = (dropped: pg.Client) => {
    dropped.removeAllListeners()
    dropped.on('error', () => {})
    void dropped.end().catch(() => {})
  }
  /** What an earlier connection says late is no news of the one that has taken its place. */
  const lost = (from: pg.Client | undefined, error: unknown) => {
    if (stopped || timer || from === undefined || from !== client) return
    drop(from)
    logError('the connection for events was lost', error)
    const waitMs = reconnectAfterMs[Math.min(failures, reconnectAfterMs.length - 1)]
    failures += 1
    timer = setTimeout(() => {
      timer = undefined
      void connect(true)
    }, waitMs)
  }
  const connect = async (again: boolean) => {
    const connecting = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'shuyuan-realtime',
      keepAlive: true,
      connectionTimeoutMillis: connectMsMax,
    })
    client = connecting
    connecting.on('error', (error) => lost(connecting, error))
    connecting.on('end', () => lost(connecting, new Error('ended')))
    connecting.on('notification', ({ payload }) => receive(payload))
    try {
      await connecting.connect()
      await connecting.query(`listen ${realtimeChannel}`)
      if (client !== connecting) return
      failures = 0
      if (again) for (const topic of listeners.keys()) tell(topic, 'missed')
    } catch (error) {
      lost(connecting, error)
    }
  }
  void connect(false)
  watch?.onAway((error) => lost(client, error))

  return {
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set)
      set.add(listener)
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(topic) === set) listeners.delete(topic)
      }
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      listeners.clear()
      await client?.end().catch(() => {})
    },
  }
}
