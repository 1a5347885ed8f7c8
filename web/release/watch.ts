/**
 * Notices that the server has a newer build of the client than this tab, and says so once in all tabs: what one tab learns the others
 * know, and what is put off in one is put off in all.
 */
import { createStore } from '../store.ts'
import { buildOfPage, otherBuild } from './build.ts'

/** Asked no more often than that, however often somebody looks at the tab. */
const ASK_AGAIN_MS = 60_000

interface Release {
  /** The newer build. */
  readonly next: string | undefined
  /** The one that was put off: it is not spoken of again. */
  readonly putOff: string | undefined
}

type Message = Partial<Record<'next' | 'putOff', string>>

/** What the watch needs of the browser. */
export interface WatchedTab {
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'> | undefined
  readonly now: () => number
}

export const release = createStore<Release>({ next: undefined, putOff: undefined })

export interface ReleaseWatch {
  /** Somebody looks at the tab, or the server has been away: it may have a newer build. `urgent`: code could not be had. */
  readonly look: (urgent?: 'urgent') => Promise<void>
  readonly putOff: () => void
}

export function watchRelease({ channel, now }: WatchedTab): ReleaseWatch {
  let askedAt: number | undefined
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      const known = release.get()
      // A tab that was opened since is that build already.
      const next = data.next === undefined || data.next === buildOfPage() ? known.next : data.next
      release.set({ next, putOff: data.putOff ?? known.putOff })
    }
  return {
    async look(urgent) {
      if (!urgent && askedAt !== undefined && now() - askedAt < ASK_AGAIN_MS) return
      askedAt = now()
      const next = await otherBuild()
      if (next === release.get().next) return
      release.set({ ...release.get(), next })
      if (next !== undefined) channel?.postMessage({ next } satisfies Message)
    },
    putOff() {
      const { next } = release.get()
      release.set({ next, putOff: next })
      if (next !== undefined) channel?.postMessage({ putOff: next } satisfies Message)
    },
  }
}
