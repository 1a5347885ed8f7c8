import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { BarrageQuestion } from '../../../contract/guided.ts'
import { courses } from '../../../contract.ts'
import { useVideo, useVideoMs } from './video.ts'

const SHOWN = 'shuyuan.barrage'
/** A question crosses the video in this time. */
const CROSSING_MS = 9000
const LANES = 4

export function useQuestions(courseId: string, sectionId: string | undefined) {
  const query = { courseId, sectionId: sectionId ?? '' }
  return useQuery({
    ...q(courses.barrageQuestions, { query }, { quiet: true, handles: 'all' }),
    enabled: sectionId !== undefined,
  })
}

export function useBarrageShown(): [boolean, (shown: boolean) => void] {
  const [shown, setShown] = useState(() => localStorage.getItem(SHOWN) !== 'off')
  return [
    shown,
    (next) => {
      localStorage.setItem(SHOWN, next ? 'on' : 'off')
      setShown(next)
    },
  ]
}

/** Questions that pass by at the time at which they were asked (COURSE-091). The list beside the video says them as well. */
export function Barrage({
  questions,
  ms,
  paused,
}: {
  questions: readonly BarrageQuestion[]
  ms: number
  paused: boolean
}) {
  const passing = questions.filter(({ time }) => time <= ms && ms < time + CROSSING_MS)
  return (
    <div className="co-barrage" aria-hidden="true" data-paused={paused}>
      {passing.map((question) => (
        <span
          key={question.id}
          style={{ top: `${(questions.indexOf(question) % LANES) * 34 + 12}px`, animationDuration: `${CROSSING_MS}ms` }}
        >
          {question.text}
        </span>
      ))}
    </div>
  )
}

/** Asks at the place where the video is. */
export function AskForm({ courseId, sectionId }: { courseId: string; sectionId: string }) {
  const t = useText('courses')
  const video = useVideo()
  const at = useVideoMs(sectionId)
  const [text, setText] = useState('')
  const { busy, run } = useAction()
  const ask = () =>
    run(async () => {
      const time = video.positionMs()
      await call(courses.saveBarrageQuestion, { body: { courseId, sectionId, time, text } })
      setText('')
    })
  return (
    <form
      className="co-ask"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !busy) void ask()
      }}
    >
      <input
        className="co-input"
        value={text}
        maxLength={100}
        disabled={at === undefined}
        placeholder={t(at === undefined ? 'barrage.closed' : 'barrage.placeholder')}
        aria-label={t('barrage.label')}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="sy-button" disabled={busy || at === undefined || text.trim() === ''}>
        <Icon name="send" size={16} />
        {t('barrage.send')}
      </button>
    </form>
  )
}
