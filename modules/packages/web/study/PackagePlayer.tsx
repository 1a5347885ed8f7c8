/** A learning package in its frame: content that others wrote, in an origin of its own, told apart from ours by the browser. */
import { useEffect, useRef } from 'react'
import { useText } from '#web/i18n/texts.ts'

export interface PackagePlayerProps {
  /** The answer of the call that opened it. */
  readonly launchUrl: string
  /** Something was kept on the server: what the screen shows of the progress is to be asked for again. */
  readonly onProgress?: () => void
  /** The package says that the learner is done with it for now. */
  readonly onExit?: () => void
}

export function PackagePlayer({ launchUrl, onProgress, onExit }: PackagePlayerProps) {
  const t = useText('packages')
  const frame = useRef<HTMLIFrameElement>(null)
  const told = useRef({ onProgress, onExit })
  told.current = { onProgress, onExit }
  useEffect(() => {
    const origin = new URL(launchUrl).origin
    const listen = (event: MessageEvent<unknown>) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
      const { kind } = (event.data ?? {}) as { kind?: unknown }
      if (kind === 'shuyuan.package.progress') told.current.onProgress?.()
      if (kind === 'shuyuan.package.exit') told.current.onExit?.()
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [launchUrl])
  return (
    <iframe
      ref={frame}
      src={launchUrl}
      title={t('player.frame')}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads"
      allow="fullscreen; autoplay"
      referrerPolicy="no-referrer"
    />
  )
}
