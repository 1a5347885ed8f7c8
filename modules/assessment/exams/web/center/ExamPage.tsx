import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { BuyBox } from '#modules/commerce/orders/web.tsx'
import { failureText } from '#web/api/failure-text.ts'
import { call, outdate, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { PASSWORD_LOCKED, WRONG_PASSWORD } from '../../contract/codes.ts'
import type { ExamEntry } from '../../contract/learning.ts'
import type { GivenPhoto } from '../../contract/photos.ts'
import { businessType, exams } from '../../contract.ts'
import { ExamView } from '../parts/ExamView.tsx'
import { OwnAttempts } from '../parts/OwnAttempts.tsx'
import { PhotoField } from '../parts/PhotoField.tsx'
import { RegistrationBox } from '../parts/RegistrationBox.tsx'
import { examPaths } from '../paths.ts'

/** One exam before its start. */
export default function ExamPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(exams.exam, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  return (
    <ExamView exam={data}>
      {data.registration && (
        <RegistrationBox examId={id} registration={data.registration} hasStarted={data.attemptsUsed > 0} />
      )}
      <Start exam={data} onOutdated={() => void refetch()} />
      {data.attemptsUsed > 0 && <OwnAttempts examId={id} />}
    </ExamView>
  )
}

interface DigitsProps {
  readonly label: string
  readonly length: number
  readonly value: string
  readonly onChange: (digits: string) => void
}

function DigitsField({ label, length, value, onChange }: DigitsProps) {
  const id = useId()
  return (
    <div className="sy-column sy-gap-2">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        value={value}
        inputMode="numeric"
        autoComplete="off"
        maxLength={length}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
      />
    </div>
  )
}

/** What is bought opens: the exam is asked for again. */
const onBought = () => outdate(exams.exam)

function Start({ exam, onOutdated }: { exam: ExamEntry; onOutdated: () => void }) {
  const t = useText('exams')
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const [password, setPassword] = useState('')
  const [personalPassword, setPersonalPassword] = useState('')
  const [photo, setPhoto] = useState<GivenPhoto>()
  const [failure, setFailure] = useState<string>()
  if (exam.openAttemptId !== null)
    return (
      <Link className="sy-button sy-button-large" to={examPaths.answer(exam.id)}>
        {t('entry.goOn')}
      </Link>
    )
  if (exam.obstacle === 'not-registered' && exam.registration?.isOpen) return null
  if (exam.obstacle === 'unpaid')
    return <BuyBox businessType={businessType} itemId={exam.id} name={exam.name} onBought={onBought} />
  if (exam.obstacle !== null) return <p className="sy-callout">{t(`entry.obstacle.${exam.obstacle}`)}</p>
  const { needsPassword, needsPersonalPassword, photoCheck } = exam
  const start = () =>
    run(
      async () => {
        setFailure(undefined)
        const body = {
          ...(needsPassword && { password }),
          ...(needsPersonalPassword && { personalPassword }),
          ...(photo && { photo }),
        }
        const handles = [WRONG_PASSWORD, PASSWORD_LOCKED]
        await call(exams.startAttempt, { params: { id: exam.id }, body }, { handles })
        await navigate(examPaths.answer(exam.id))
      },
      {
        onFailure: async (error) => {
          if (error.errorCode === WRONG_PASSWORD.code || error.errorCode === PASSWORD_LOCKED.code)
            setFailure(await failureText(error))
          else onOutdated()
        },
      },
    )
  const isComplete =
    (photoCheck === null || photo !== undefined) &&
    (!needsPassword || password.length === 6) &&
    (!needsPersonalPassword || personalPassword.length === 3)
  return (
    <form
      className="sy-column sy-gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete) void start()
      }}
    >
      <Failure text={failure} />
      {needsPassword && <DigitsField label={t('entry.password')} length={6} value={password} onChange={setPassword} />}
      {needsPersonalPassword && (
        <DigitsField
          label={t('entry.personalPassword')}
          length={3}
          value={personalPassword}
          onChange={setPersonalPassword}
        />
      )}
      {photoCheck && <PhotoField {...photoCheck} value={photo} onChange={setPhoto} />}
      <Button type="primary" size="large" htmlType="submit" loading={busy} disabled={!isComplete}>
        {t('entry.start')}
      </Button>
    </form>
  )
}
