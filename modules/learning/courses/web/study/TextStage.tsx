import '#web/ui/prose.css'
import { useEffect, useRef, useState } from 'react'
import type { Reporting } from '#modules/content/playback/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { textReadMs } from './reading.ts'
import { useReading } from './use-reading.ts'

interface Props {
  readonly title: string
  /** Cleaned by the server. */
  readonly html: string
  readonly finished: boolean
  readonly reporting?: Reporting
}

/** A text to read. It is read when its end was in sight and there was time for it. */
export function TextStage({ title, html, finished, reporting }: Props) {
  const end = useRef<HTMLSpanElement>(null)
  const recorder = useReading(reporting, textReadMs(html))
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => recorder.show(entry?.isIntersecting ? [0] : []))
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [recorder])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <article className="sy-box co-text" aria-label={title} tabIndex={0}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has cut out everything that is not allowed. */}
      <div className="sy-prose" dangerouslySetInnerHTML={{ __html: html }} />
      <span ref={end} className="co-text-end" />
      {reporting && !finished && <TimeLeft missingMs={recorder.missingMs} />}
    </article>
  )
}

/** At the end of the text: how long it still takes until it counts as read. */
function TimeLeft({ missingMs }: { missingMs: () => number }) {
  const t = useText('courses')
  const [seconds, setSeconds] = useState(() => Math.ceil(missingMs() / 1000))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.ceil(missingMs() / 1000)), 1000)
    return () => clearInterval(timer)
  }, [missingMs])
  if (seconds === 0) return null
  return (
    <p className="sy-row sy-note co-text-left">
      <Icon name="clock" size={14} />
      {t('player.readOn', { seconds })}
    </p>
  )
}
