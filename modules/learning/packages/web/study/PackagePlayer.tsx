/**
 * A learning package in its frame: content that others wrote, in an origin of its own, which the browser isolates from
 * ours.
 */
import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import type { Moves, PlayerMessage, PlayerUnit, SiteMessage } from '../player/shapes.ts'
import { bringPending, forgetPending, keepPending } from './pending.ts'
import { UnitList } from './UnitList.tsx'
import { WaitingResult } from './WaitingResult.tsx'
import './player.css'

export interface PackagePlayerProps {
  /** The answer of the call that opened it. */
  readonly launchUrl: string
  /** Something was kept on the server: what the screen shows of the progress is to be asked for again. */
  readonly onProgress?: () => void
  /** The package says that the learner is done with it for now. */
  readonly onExit?: () => void
}

interface Shown {
  readonly title: string
  readonly units: readonly PlayerUnit[]
  readonly unitId: string | null
  readonly moves: Moves | null
}

type Notice = 'waiting' | 'superseded' | 'ended' | 'failed'

/** A list of one would say nothing. */
function hasChoice(units: readonly PlayerUnit[]): boolean {
  return units.filter(({ isLaunchable, isHidden }) => isLaunchable && !isHidden).length > 1
}

export default function PackagePlayer({ launchUrl, onProgress, onExit }: PackagePlayerProps) {
  const t = useText('packages')
  const frame = useRef<HTMLIFrameElement>(null)
  const callbacks = useRef({ onProgress, onExit })
  callbacks.current = { onProgress, onExit }
  const [shown, setShown] = useState<Shown>()
  const [notice, setNotice] = useState<Notice>()
  const [waitsMs, setWaitsMs] = useState<number | null>(null)
  const { origin, pathname } = new URL(launchUrl)
  const say = (message: SiteMessage) => frame.current?.contentWindow?.postMessage(message, origin)

  useEffect(() => {
    const token = pathname.split('/')[2] ?? ''
    const answer = (message: SiteMessage) => frame.current?.contentWindow?.postMessage(message, origin)
    const hear = (message: PlayerMessage) => {
      if (message.kind === 'shuyuan.package.hello')
        void bringPending().then(() => answer({ kind: 'shuyuan.package.start' }))
      if (message.kind === 'shuyuan.package.ready') setShown(message)
      if (message.kind === 'shuyuan.package.waits') setWaitsMs(message.ms)
      if (message.kind === 'shuyuan.package.exit') callbacks.current.onExit?.()
      if (message.kind === 'shuyuan.package.stopped') {
        setNotice(message.why)
        if (message.why === 'ended') void bringPending()
      }
      if (message.kind === 'shuyuan.package.progress') {
        answer({ kind: 'shuyuan.package.units' })
        callbacks.current.onProgress?.()
      }
      if (message.kind !== 'shuyuan.package.pending') return
      if (message.commit) keepPending({ token, commit: { ...message.commit, cmi: { ...message.commit.cmi } } })
      else forgetPending(token)
      setNotice((now) => (now === undefined || now === 'waiting' ? (message.commit ? 'waiting' : undefined) : now))
    }
    const listen = (event: MessageEvent<PlayerMessage>) => {
      if (event.origin === origin && event.source === frame.current?.contentWindow) hear(event.data)
    }
    window.addEventListener('message', listen)
    return () => {
      window.removeEventListener('message', listen)
      // The frame has just gone: its last words may not have got through.
      void bringPending()
    }
  }, [origin, pathname])

  return (
    <div className="package-player">
      {shown && hasChoice(shown.units) && (
        <UnitList
          {...shown}
          onOpen={(unitId) => say({ kind: 'shuyuan.package.open', unitId })}
          onMove={(to) => say({ kind: 'shuyuan.package.move', to })}
        />
      )}
      <div className="package-stage">
        {waitsMs !== null && <WaitingResult waitsMs={waitsMs} />}
        {notice && (
          <p className="package-notice" role="status">
            {t(`player.${notice}`)}
          </p>
        )}
        <iframe
          key={launchUrl}
          ref={frame}
          src={`${launchUrl}#site=${encodeURIComponent(location.origin)}`}
          title={shown?.title ?? t('player.frame')}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads"
          allow="fullscreen; autoplay"
          referrerPolicy="no-referrer"
        />
      </div>
    </div>
  )
}
