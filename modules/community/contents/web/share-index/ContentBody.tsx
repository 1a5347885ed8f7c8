import { type RefObject, useRef } from 'react'
import { ArticleView } from '#modules/content/catalog/web.tsx'
import { FileShown } from '#modules/platform/files/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { Prose } from '#web/ui/Prose.tsx'
import { type Chapter, type ContentDetails, contents } from '../../contract.ts'
import type { Heading } from '../parts/headings.ts'

interface Props {
  readonly content: Pick<ContentDetails, 'type' | 'title' | 'file' | 'chapters' | 'captions'> & {
    /** Null for a draft, whose file is its author’s own. */
    readonly id: string | null
  }
  readonly html: string
  /** Once the text stands there as it is read. */
  readonly onHeadings: (headings: readonly Heading[]) => void
  readonly article: RefObject<HTMLDivElement | null>
}

function Chapters({ chapters, onChoose }: { chapters: readonly Chapter[]; onChoose: (ms: number) => void }) {
  const t = useText('contents')
  return (
    <nav className="ct-chapters" aria-label={t('read.chapters')}>
      <h2>{t('read.chapters')}</h2>
      <ol className="sy-plain-list">
        {chapters.map(({ ms, title }) => (
          <li key={ms}>
            <button type="button" onClick={() => onChoose(ms)}>
              <span className="sy-number sy-note">{clockText(ms)}</span>
              {title}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The video or file, which contents grants to whoever may read the content. */
const fileOf = (id: string) => () => call(contents.shownFile, { query: { id } }, { quiet: true, cache: 0 })

/** What is spoken in the video, in the language that the reader chooses. */
const cuesOf = async (id: string) => (await call(contents.caption, { query: { id } }, { quiet: true })).cues

/** The content itself: a text, a video with its chapters, or a file as it looks. */
export function ContentBody({ content, html, onHeadings, article }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const seek = (ms: number) => {
    const media = stage.current?.querySelector('video, audio')
    if (!(media instanceof HTMLMediaElement)) return
    media.currentTime = ms / 1000
    void media.play()
  }
  return (
    <>
      {content.file && (
        <div ref={stage}>
          <FileShown
            fileId={content.file.id}
            captions={{ tracks: content.captions, read: cuesOf }}
            {...(content.id !== null && { read: fileOf(content.id) })}
          />
        </div>
      )}
      {content.chapters.length > 0 && <Chapters chapters={content.chapters} onChoose={seek} />}
      <div ref={article} className="ct-body">
        {html !== '' && <ArticleView html={html} onHeadings={onHeadings} waiting={<Prose html={html} />} />}
      </div>
    </>
  )
}
