import { useEffect, useRef, useState } from 'react'
import { CallError, isRefusal } from '#web/api/call-error.ts'
import type { SurveyForm } from '../../contract/answering.ts'
import { ANSWERS_CHANGED } from '../../contract/codes.ts'
import { type AnswerMap, answerMap } from '../../contract/path.ts'
import { AnswerSaver, type SaveState, type SendResult } from './answer-saver.ts'
import { forgetDraft, keepDraft, readDraft } from './draft-store.ts'
import type { Respondent } from './respondents.ts'

interface Kept {
  readonly answers: AnswerMap
  readonly pageId: string
}

const listed = (answers: AnswerMap) => [...answers].map(([questionId, answer]) => ({ questionId, answer }))

/** What can still be asked: a survey may have been published again since the draft was kept. */
function known(form: SurveyForm, answers: AnswerMap): AnswerMap {
  const kinds = new Map(form.content.pages.flatMap(({ items }) => items).map(({ id, kind }) => [id, kind]))
  return new Map([...answers].filter(([id, { kind }]) => kinds.get(id) === kind))
}

/** What is answered on this screen, and how far it is saved: at the server, or of an anonymous survey in this browser. */
export function useRespondent(form: SurveyForm, respondent: Respondent, onClosed: () => void) {
  const { isAnonymous } = form.content
  const [draft] = useState(() => (isAnonymous ? readDraft(respondent.key) : undefined))
  const [answers, setAnswers] = useState(() => known(form, draft?.answers ?? answerMap(form.answers)))
  const [state, setState] = useState<SaveState>('saved')
  const [isElsewhere, setElsewhere] = useState(false)
  const revision = useRef(form.revision)
  const closed = useRef(onClosed)
  closed.current = onClosed
  const [saver] = useState(() => {
    const send = async ({ answers: given, pageId }: Kept): Promise<SendResult> => {
      if (isAnonymous) return keepDraft(respondent.key, { answers: given, pageId }) ? 'stored' : 'unreachable'
      try {
        const saved = await respondent.save({ answers: listed(given), revision: revision.current, pageId })
        revision.current = saved.revision
        return 'stored'
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.kind !== 'refused') return 'unreachable'
        if (isRefusal(error, ANSWERS_CHANGED)) setElsewhere(true)
        else closed.current()
        return 'ended'
      }
    }
    return new AnswerSaver<Kept>({ send, onState: setState })
  })
  useEffect(() => {
    const flush = () => void saver.flush()
    addEventListener('pagehide', flush)
    addEventListener('online', flush)
    return () => {
      removeEventListener('pagehide', flush)
      removeEventListener('online', flush)
      void saver.flush()
    }
  }, [saver])
  return {
    answers,
    startPageId: draft?.pageId,
    save: { state, isLocal: isAnonymous },
    isElsewhere,
    change(next: AnswerMap, pageId: string) {
      setAnswers(next)
      saver.change({ answers: next, pageId })
    },
    /** Another page is shown: the drop-off of the report counts where respondents stopped. */
    visit: (pageId: string) => saver.change({ answers, pageId }),
    async submit(given: AnswerMap, name: string | undefined) {
      saver.close()
      const submitted = await respondent.submit({ versionNumber: form.versionNumber, answers: listed(given) }, name)
      forgetDraft(respondent.key)
      saver.end()
      return submitted
    },
  }
}
