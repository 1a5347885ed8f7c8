import './respondent.css'
import { type ReactNode, useState } from 'react'
import { failureText } from '#web/api/failure-text.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { PlainField, PlainForm, PlainSubmit } from '#web/ui/PlainForm.tsx'
import { Prose } from '#web/ui/Prose.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { GuestEntry, SurveyEntry } from '../../contract/answering.ts'
import { AnswerPromise } from './AnswerPromise.tsx'

const secondsPerQuestion = 12
const nameLengthMax = 40

interface Props {
  readonly entry: SurveyEntry | GuestEntry
  readonly isGuest: boolean
  /** Something was answered before: the button goes on. */
  readonly hasDraft: boolean
  readonly leave: ReactNode
  readonly onStart: (name: string | undefined) => Promise<unknown>
}

/** What respondents read before they begin, or why they cannot. */
export function Entry({ entry, isGuest, hasDraft, leave, onStart }: Props) {
  const t = useText('surveys')
  const { busy, run } = useAction()
  const [failure, setFailure] = useState<string>()
  const { name, summary, introduction, isAnonymous, minimumGroup, questionCount, startAt, endAt, obstacle } = entry
  const start = (guestName: string | undefined) =>
    run(
      () => {
        setFailure(undefined)
        return onStart(guestName)
      },
      { onFailure: async (error) => setFailure(await failureText(error)) },
    )
  const minutes = Math.max(1, Math.round((questionCount * secondsPerQuestion) / 60))
  return (
    <div className="sv-sheet">
      <div className="sv-page">
        {leave}
        <article className="sv-card sv-entry">
          <header className="sv-title">
            {'companyName' in entry && <p className="sv-company">{entry.companyName}</p>}
            <h1 tabIndex={-1}>{name}</h1>
            {summary !== '' && <p>{summary}</p>}
          </header>
          {obstacle === null ? (
            <>
              <Facts
                items={[
                  [t('entry.questions'), String(questionCount)],
                  [t('entry.time'), t('entry.minutes', { count: minutes })],
                  endAt !== null && [t('entry.until'), <DateText key="until" value={endAt} />],
                ]}
              />
              {introduction !== '' && <Prose html={introduction} />}
              <AnswerPromise {...{ isAnonymous, minimumGroup, isGuest }} />
              <PlainForm onSubmit={({ guestName }) => void start(guestName)}>
                <Failure text={failure} />
                {isGuest && !isAnonymous && (
                  <PlainField
                    name="guestName"
                    label={t('entry.name')}
                    required={t('entry.nameNeeded')}
                    maxLength={nameLengthMax}
                    autoComplete="name"
                  />
                )}
                <PlainSubmit busy={busy}>{t(hasDraft ? 'entry.goOn' : 'entry.start')}</PlainSubmit>
              </PlainForm>
            </>
          ) : (
            <div className="sv-obstacle" role="status">
              <Icon name={obstacle === 'answered' ? 'check' : 'clock'} size={28} />
              <div>
                <strong>{t(`obstacle.${obstacle}`)}</strong>
                <p>
                  {obstacle === 'upcoming' && <DateText value={startAt} />}
                  {obstacle === 'ended' && <DateText value={endAt} />}
                  {obstacle !== 'upcoming' && obstacle !== 'ended' && t(`obstacleHint.${obstacle}`)}
                </p>
              </div>
            </div>
          )}
        </article>
      </div>
    </div>
  )
}
