import { useEffect, useRef } from 'react'
import type { Reporting } from './playback/reporting.ts'
import { useReading } from './use-reading.ts'

interface Props {
  readonly title: string
  /** Cleaned by the server. */
  readonly html: string
  readonly reporting?: Reporting
}

/** A text to read. It is read when its end has been in sight. */
export function TextStage({ title, html, reporting }: Props) {
  const end = useRef<HTMLSpanElement>(null)
  const recorder = useReading(reporting)
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => recorder.show(entry?.isIntersecting ? [0] : []))
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [recorder])
  return (
    <article className="co-text" aria-label={title}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has cut out everything that is not allowed. */}
      <div className="co-prose" dangerouslySetInnerHTML={{ __html: html }} />
      <span ref={end} className="co-text-end" />
    </article>
  )
}
