import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type CallError, isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { PlainField, PlainForm, PlainSubmit } from '#web/ui/PlainForm.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { codeWordLengthMax } from '../../contract/check-ins.ts'
import type { Claim } from '../../contract/checking-in.ts'
import { CODE_WORD_WRONG, OUTSIDE_PLACE, PLACE_NEEDED } from '../../contract/codes.ts'
import { attendance } from '../../contract.ts'
import { leftText, spanText } from '../parts/times.ts'
import { useNow } from '../parts/use-now.ts'
import { forgetClaims } from './claiming.ts'
import { deviceKey } from './device-key.ts'
import { Waiting } from './Outcomes.tsx'
import { type Outcome, refusalOf } from './outcome.ts'
import { findPlace, type Place } from './place.ts'

interface Props {
  readonly signId: string
  readonly claim: Claim
  readonly until: number
  readonly onOutcome: (outcome: Outcome) => void
}

interface Problem {
  readonly word?: string
  readonly place?: string
}

/** Asks for what the list wants besides the code. Where that is nothing, it checks in at once. */
export function ClaimForm({ signId, claim, until, onOutcome }: Props) {
  const t = useText('attendance')
  const { needsCodeWord, needsPlace, direction } = claim
  const [problem, setProblem] = useState<Problem>({})
  const [isPlacing, setPlacing] = useState(false)
  const { busy, run } = useAction()
  const isAsking = needsCodeWord || needsPlace
  const explain = (error: CallError) => {
    const { data, kind } = error
    if (isRefusal(error, CODE_WORD_WRONG) && Number(data.left) > 0)
      return setProblem({ word: t('checkIn.wordWrong', { count: Number(data.left) }) })
    if (isRefusal(error, OUTSIDE_PLACE))
      return setProblem({ place: t('checkIn.outside', { distance: data.distance, radius: data.radius }) })
    if (isRefusal(error, PLACE_NEEDED)) return setProblem({ place: t('checkIn.placeVague') })
    // Without an answer the claim is good as long as it was: whoever tries again need not scan again.
    if (kind === 'refused') forgetClaims()
    onOutcome(refusalOf(error))
  }
  const send = async (codeWord: string) => {
    setProblem({})
    let place: Place | null = null
    if (needsPlace) {
      setPlacing(true)
      const found = await findPlace().finally(() => setPlacing(false))
      if (typeof found === 'string')
        return setProblem({ place: t(found === 'denied' ? 'checkIn.placeDenied' : 'checkIn.placeMissing') })
      place = found
    }
    const body = { claim: claim.claim, deviceKey: deviceKey(), codeWord, place }
    const done = await call(attendance.checkIn, { params: { signId }, body }, { handles: 'all', quiet: true })
    forgetClaims()
    onOutcome({ kind: 'done', done, claim })
  }
  const submit = (codeWord: string) => void run(() => send(codeWord), { onFailure: explain })
  const sendAtOnce = useEffectEvent(() => submit(''))
  const wasSent = useRef(false)
  useEffect(() => {
    if (isAsking || wasSent.current) return
    wasSent.current = true
    sendAtOnce()
  }, [isAsking])
  if (!isAsking) return <Waiting text={t('checkIn.checkingIn')} />
  return (
    <>
      <h1 tabIndex={-1}>{claim.title}</h1>
      <p className="sy-note">
        {claim.className} · {spanText(claim.startsAt, claim.endsAt)}
      </p>
      <PlainForm
        onSubmit={({ word = '' }) => submit(word)}
        {...(problem.word !== undefined && { serverErrors: { word: problem.word } })}
      >
        {needsCodeWord && (
          <PlainField
            name="word"
            label={t('checkIn.word')}
            required={t('checkIn.wordNeeded')}
            hint={t('checkIn.wordHint')}
            autoComplete="off"
            maxLength={codeWordLengthMax}
            autoFocus
          />
        )}
        {needsPlace && <p className="sy-note">{t('checkIn.place')}</p>}
        {problem.place !== undefined && (
          <p className="sy-failure" role="alert">
            {problem.place}
          </p>
        )}
        <PlainSubmit busy={busy}>
          {isPlacing ? t('checkIn.placing') : t(direction === 'out' ? 'checkIn.actionOut' : 'checkIn.action')}
        </PlainSubmit>
      </PlainForm>
      <TimeLeft until={until} onOver={() => onOutcome({ kind: 'expired' })} />
    </>
  )
}

function TimeLeft({ until, onOver }: { until: number; onOver: () => void }) {
  const t = useText('attendance')
  const left = until - useNow(500)
  const over = useEffectEvent(onOver)
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) over()
  }, [isOver])
  return (
    <p className="sy-note sy-number" role="timer">
      {t('checkIn.left', { time: leftText(left) })}
    </p>
  )
}
