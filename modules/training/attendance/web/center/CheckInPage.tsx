import './check-in.css'
import { useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { ClaimForm } from './ClaimForm.tsx'
import { claimOnce } from './claiming.ts'
import { Done, Refused, Waiting } from './Outcomes.tsx'
import { codeOf, type Outcome, refusalOf } from './outcome.ts'

/** Where the code in the room leads. The first thing it does is to claim the code, for that is old after some seconds. */
export default function CheckInPage() {
  const { signId = '' } = useParams()
  const [query] = useSearchParams()
  // Another scan is another page.
  return <CheckIn key={`${signId} ${query}`} signId={signId} code={codeOf(query)} />
}

interface Props {
  readonly signId: string
  readonly code: { readonly timeStamp: number; readonly mac: string } | undefined
}

function CheckIn({ signId, code }: Props) {
  const t = useText('attendance')
  const { user } = useSession()
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'checking' })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address is claimed once, and again when the network was away.
  useEffect(() => {
    if (!code) return setOutcome({ kind: 'expired' })
    let isLeft = false
    setOutcome({ kind: 'checking' })
    claimOnce(signId, code).then(
      ({ claim, until }) => !isLeft && setOutcome({ kind: 'claimed', claim, until }),
      (error: unknown) => !isLeft && setOutcome(refusalOf(error)),
    )
    return () => {
      isLeft = true
    }
  }, [signId, attempt])
  return (
    <div className="at-check-in">
      <div className="at-check-in-card" data-kind={outcome.kind}>
        {outcome.kind === 'checking' && <Waiting text={t('checkIn.checking')} />}
        {outcome.kind === 'claimed' && (
          <ClaimForm signId={signId} claim={outcome.claim} until={outcome.until} onOutcome={setOutcome} />
        )}
        {outcome.kind === 'done' && <Done done={outcome.done} claim={outcome.claim} />}
        {outcome.kind !== 'checking' && outcome.kind !== 'claimed' && outcome.kind !== 'done' && (
          <Refused refusal={outcome} onRetry={() => setAttempt(attempt + 1)} />
        )}
      </div>
      <p className="sy-note">{t('checkIn.account', { name: user?.fullName ?? '' })}</p>
    </div>
  )
}
