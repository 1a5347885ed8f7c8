import './own.css'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { q } from '#web/api/query.ts'
import { readFromCache, storeInCache } from '#web/api/storage-cache.ts'
import { useText } from '#web/i18n/texts.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ownCodeDaysMax } from '../../contract/scanning.ts'
import { attendance } from '../../contract.ts'
import { RingedCode } from '../parts/RingedCode.tsx'
import { useWakeLock } from '../parts/use-wake-lock.ts'
import { attendancePaths } from '../paths.ts'

type OwnCodes = Output<typeof attendance.ownCodes>

const keptSeconds = ownCodeDaysMax * 24 * 3600

/** The own code for staff to scan. It is kept on the phone, for a room without network. */
export default function OwnCodePage() {
  const t = useText('attendance')
  const { id = '' } = useParams()
  const key = `own-codes.${id}`
  useWakeLock()
  const [kept] = useState(() => readFromCache<OwnCodes>(key))
  const { data, error, refetch } = useQuery(q(attendance.ownCodes, { params: { id } }, { quiet: true }))
  useEffect(() => {
    if (data) storeInCache(key, data, keptSeconds)
  }, [key, data])
  const codes = data ?? kept
  return (
    <>
      <PageHeader
        title={t('own.codeTitle')}
        description={t('own.codeHint')}
        back={<Link to={attendancePaths.class(id)}>{t('own.toClass')}</Link>}
      />
      {codes ? (
        <OwnCodeCard codes={codes} isKept={!data && error !== null} now={Date.now()} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState shape="spinner" />
      )}
    </>
  )
}

interface CardProps {
  readonly codes: OwnCodes
  /** The server was not reached: it is what the phone kept. */
  readonly isKept: boolean
  readonly now: number
}

export function OwnCodeCard({ codes: { fullName, codes }, isKept, now }: CardProps) {
  const t = useText('attendance')
  const coming = codes.filter(({ to }) => to > now)
  const [day, setDay] = useState(coming[0]?.day)
  const code = coming.find((one) => one.day === day) ?? coming[0]
  if (!code) return <EmptyState title={t('own.noCode')} description={t('own.noCodeHint')} />
  return (
    <section className="sy-card at-own-code" aria-label={t('own.codeTitle')}>
      {coming.length > 1 && (
        <Choice
          label={t('own.day')}
          options={coming.map((one) => ({ value: one.day, label: one.day.slice(5) }))}
          value={code.day}
          onChange={setDay}
        />
      )}
      <RingedCode text={code.text} label={t('own.codeOf', { name: fullName })} />
      <p className="at-own-name">{fullName}</p>
      <p className="at-own-short">
        <span className="sy-visually-hidden">{t('own.short')} </span>
        {code.short}
      </p>
      <p className="sy-note" role="status">
        {code.from > now ? t('own.notToday', { day: code.day }) : isKept ? t('own.offline') : code.day}
      </p>
    </section>
  )
}
