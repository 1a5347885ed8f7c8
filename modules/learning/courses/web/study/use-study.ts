import { useRef, useState } from 'react'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { usePlayback } from '#modules/content/playback/web.tsx'
import { call, outdate } from '#web/api/query.ts'
import { goBack, react } from '#web/api/reactions.ts'
import { errorText } from '#web/i18n/texts.ts'
import { showBlockingAlert } from '#web/ui/notify.ts'
import { COURSE_TAKEN_DOWN } from '../../contract/errors.ts'
import type { HeartbeatAnswer, PresenceCheck } from '../../contract/learning.ts'
import { courses } from '../../contract.ts'
import { courseReporting } from './course-reporting.ts'

interface Options {
  readonly courseId: string
  readonly sectionId: string
  readonly onAnswer: (sectionId: string, answer: HeartbeatAnswer) => void
}

/** Studies a section as long as the component lives: a playback, and the presence checks of the server. */
export function useStudy({ courseId, sectionId, onAnswer }: Options) {
  const [check, setCheck] = useState<PresenceCheck | null>(null)
  const latest = useRef(onAnswer)
  latest.current = onAnswer
  const playback = usePlayback({
    contentKey: `${courseId}/${sectionId}`,
    reporting: courseReporting,
    start() {
      setCheck(null)
      const input = { params: { id: courseId, sectionId }, body: {} }
      return call(courses.startPlayback, input, { handles: 'all', quiet: true })
    },
    onAnswer(answer, isOpen) {
      // Every heartbeat answers the same question again: it is one and the same dialog.
      if (isOpen) setCheck((open) => (open?.checkId === answer.presenceCheck?.checkId ? open : answer.presenceCheck))
      latest.current(sectionId, answer)
    },
    onRefused: (error) => void react(error),
    onTakenDown: () => void sayTakenDown(),
    onNotBought: () => void sayNotBought(),
  })
  return { ...playback, check, answered: () => setCheck(null) }
}

/** The page of the course says then what it costs. */
async function sayNotBought(): Promise<void> {
  showBlockingAlert({ text: await errorText(NOT_BOUGHT.code), onConfirm: () => outdate(courses.courseDetail) })
}

async function sayTakenDown(): Promise<void> {
  showBlockingAlert({ text: await errorText(COURSE_TAKEN_DOWN.code), onConfirm: goBack })
}
