import { QRCodeCanvas } from '@rc-component/qrcode'
import { useEffect, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import type { Payment } from '../parts/answers.ts'
import { TestStep } from './TestStep.tsx'
import { TransferStep } from './TransferStep.tsx'

/** What the buyer does next, and how much time is left. */
export function NextStep({ payment }: { payment: Payment }) {
  const t = useText('payments')
  const { next, expiresAt, provider } = payment
  return (
    <div className="pay-step">
      {next === null && (
        <>
          <LoadingState shape="spinner" />
          <p className="sy-faint">{t('next.preparing')}</p>
        </>
      )}
      {next?.kind === 'redirect' && (
        <>
          <a className="sy-button" href={next.url} rel="noreferrer">
            {t('next.go', { provider: t(`providers.${provider}`) })}
          </a>
          <p className="sy-faint">{t('next.comeBack')}</p>
        </>
      )}
      {next?.kind === 'qr' && (
        <>
          <div className="pay-code" role="img" aria-label={t('next.code')}>
            <QRCodeCanvas value={next.text} size={200} level="M" fgColor="#14181b" bgColor="#ffffff" />
          </div>
          <p>{t('next.scan', { provider: t(`providers.${provider}`) })}</p>
        </>
      )}
      {next?.kind === 'transfer' && <TransferStep payment={payment} account={next.account} />}
      {next?.kind === 'test' && <TestStep id={payment.id} />}
      <TimeLeft until={expiresAt} />
    </div>
  )
}

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Counts down; a screen reader hears nothing of each second. */
function TimeLeft({ until }: { until: number }) {
  const t = useText('payments')
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.ceil((until - now) / 1000)
  if (seconds <= 0) return <p className="sy-faint">{t('next.over')}</p>
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  const clock = `${twoDigits(hours)}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}`
  return (
    <p className="sy-faint" role="timer" aria-live="off">
      {days > 0 ? t('next.daysLeft', { count: days, clock }) : t('next.left', { clock })}
    </p>
  )
}
