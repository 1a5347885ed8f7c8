import { useEffect, useRef, useState } from 'react'
import type { Reporting } from '#modules/content/playback/web.tsx'
import { PdfReader } from '#modules/platform/files/web.tsx'
import type { PlayedContent } from './played-content.ts'
import { useReading } from './use-reading.ts'
import { useVideo } from './video/video.ts'

/** At the foot of a document several short pages are in sight at once; the reader names the last of them. */
const TOGETHER_MAX = 3

interface Props {
  readonly sectionId: string
  readonly title: string
  readonly content: PlayedContent
  readonly reporting?: Reporting
  readonly onBroken?: () => void
}

/** A document to read, opened at the page where reading stopped. */
export function DocumentStage({ sectionId, title, content, reporting, onBroken }: Props) {
  const recorder = useReading(reporting)
  const last = useRef(0)
  const video = useVideo()
  const [opened, setOpened] = useState(() => ({
    page: video.takeStart(sectionId) ?? Math.max(1, content.resumePosition),
    jumps: 0,
  }))
  // A note leads to its page, also while the document is open.
  useEffect(() => {
    const end = video.subscribe(() => {
      const page = video.takeStart(sectionId)
      if (page === undefined) return
      // What lies between was not looked at.
      last.current = 0
      setOpened(({ jumps }) => ({ page, jumps: jumps + 1 }))
    })
    return () => {
      end()
      video.read(sectionId, undefined)
    }
  }, [video, sectionId])
  const address = content.url ?? ''
  const show = (page: number) => {
    const passed = page - last.current
    const first = passed > 1 && passed <= TOGETHER_MAX && last.current > 0 ? last.current + 1 : page
    last.current = page
    video.read(sectionId, page)
    const units = Array.from({ length: page - first + 1 }, (_, index) => page - 1 - index)
    // A document that was read to its end opens at its first page the next time.
    recorder.show(units, page)
  }
  return (
    <div className="co-document">
      <PdfReader
        key={opened.jumps}
        name={title}
        address={address}
        initialPage={opened.page}
        onPage={show}
        renewAddress={async () => {
          onBroken?.()
          return address
        }}
      />
    </div>
  )
}
