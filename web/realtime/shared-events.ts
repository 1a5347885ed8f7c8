/**
 * One stream for all tabs of a browser: over HTTP/1.1 it opens six connections to a server, and seven tabs with a
 * stream each would leave none for anything else. The tab that has the lock holds the stream and tells the others;
 * when it goes, the lock and the stream pass to the next. Where a page gets no locks, for it came over plain http, each
 * tab has a stream of its own while it is seen.
 */
import type { PersistentStream, StreamEvent } from './persistent-stream.ts'

/** What the sharing needs of a tab. */
export interface Tab {
  /** Nothing on pages that get no locks. */
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly openChannel: (name: string) => Channel | undefined
  readonly isHidden: () => boolean
  /** Calls back when the tab is shown or hidden, the network is there again, the machine has slept. */
  readonly onChange: (listener: () => void) => () => void
}

export type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>

interface TabMessage {
  readonly event?: StreamEvent
  /** The event is for this tab alone; for every tab where none is named. */
  readonly to?: string
  /** The tab of this name takes part from now on. */
  readonly joined?: string
  /** Somebody looks at another tab: the holder had better see whether its stream still lives. */
  readonly wake?: true
}

interface Sharing {
  /** Tabs of one name share. */
  readonly name: string
  readonly tab: Tab
  readonly hold: (onEvent: (event: StreamEvent) => void) => PersistentStream
  readonly deliver: (event: StreamEvent) => void
}

/** Delivers the events of the one stream until the answered function is called. */
export function shareEvents(sharing: Sharing): () => void {
  const { locks } = sharing.tab
  return locks ? shareByLock(sharing, locks) : holdWhileSeen(sharing)
}

function shareByLock({ name, tab, hold, deliver }: Sharing, locks: NonNullable<Tab['locks']>): () => void {
  const channel = tab.openChannel(name)
  const tabId = Math.random().toString(36)
  const send = (message: TabMessage) => channel?.postMessage(message)
  const leaving = new AbortController()
  let stream: PersistentStream | undefined
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.wake) stream?.wake()
      // What the new tab has read may be older than the last event that was sent before it took part.
      if (data.joined !== undefined && stream) send({ event: { name: 'missed' }, to: data.joined })
      if (data.event && (data.to ?? tabId) === tabId) deliver(data.event)
    }
    send({ joined: tabId })
  }
  const lead = () =>
    new Promise<void>((letGo) => {
      if (leaving.signal.aborted) return letGo()
      stream = hold((event) => {
        deliver(event)
        send({ event })
      })
      leaving.signal.addEventListener('abort', () => {
        stream?.stop()
        letGo()
      })
    })
  locks.request(name, { signal: leaving.signal }, lead).catch((failure: unknown) => {
    // Giving up the wait is how a tab leaves; whatever else denies the lock, the tab is not to stay without events.
    if (!leaving.signal.aborted) {
      console.warn('no lock for the stream of events', failure)
      void lead()
    }
  })
  const forgetTab = tab.onChange(() => {
    if (tab.isHidden()) return
    if (stream) stream.wake()
    else send({ wake: true })
  })
  return () => {
    forgetTab()
    leaving.abort()
    channel?.close()
  }
}

function holdWhileSeen({ tab, hold, deliver }: Sharing): () => void {
  let stream: PersistentStream | undefined
  const look = () => {
    if (tab.isHidden()) {
      stream?.stop()
      stream = undefined
    } else if (stream) stream.wake()
    else stream = hold(deliver)
  }
  const forgetTab = tab.onChange(look)
  look()
  return () => {
    forgetTab()
    stream?.stop()
  }
}
