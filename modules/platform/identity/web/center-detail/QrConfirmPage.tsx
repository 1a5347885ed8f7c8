import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { failureText } from '#web/api/failure-text.ts'
import { call, queryClient } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { paths } from '#web/paths.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { deviceText } from '#web/ui/device.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Failure } from '#web/ui/Failure.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { identity } from '../../contract.ts'
import './sign-in.css'

/** The screen that a scanned code opens on the phone: it names the device and asks for confirmation. */
export default function QrConfirmPage() {
  const t = useText('identity')
  const { id = '' } = useParams()
  const [answer, setAnswer] = useState<'confirmed' | 'rejected'>()
  const { busy, failure, submit } = useSubmission()
  const scan = useQuery({
    queryKey: ['scan', id],
    queryFn: async () => {
      try {
        return { device: await call(identity.scanQrCode, { params: { id } }, { handles: 'all' }) }
      } catch (error) {
        return { refused: await failureText(error) }
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const decide = (decision: 'confirmed' | 'rejected') =>
    submit(async () => {
      const entry = decision === 'confirmed' ? identity.confirmQrCode : identity.rejectQrCode
      await call(entry, { params: { id } }, { handles: 'all' })
      queryClient.removeQueries({ queryKey: ['scan', id] })
      setAnswer(decision)
    })
  const home = (
    <Link className="sy-button" to={paths.home}>
      {t('qrConfirm.home')}
    </Link>
  )
  if (answer) return <EmptyState page title={t(`qrConfirm.${answer}`)} action={home} />
  if (!scan.data) return <LoadingState />
  if (scan.data.refused) return <EmptyState page title={scan.data.refused} action={home} />
  const device = scan.data.device
  return (
    <section style={{ maxWidth: 460, margin: '0 auto' }}>
      <h1>{t('qrConfirm.title')}</h1>
      <p>{t('qrConfirm.explain')}</p>
      <Failure text={failure} />
      <Facts
        shape="rows"
        className="qr-confirm-device"
        items={[
          [t('qrConfirm.device'), deviceText(device?.userAgent) ?? t('security.unknownDevice')],
          [t('qrConfirm.ip'), device?.ip],
          [t('qrConfirm.time'), device && <DateText key="time" value={device.createdAt} />],
        ]}
      />
      <p style={{ display: 'grid', gap: 12, marginTop: 24 }}>
        <button
          type="button"
          className="sy-button sy-button-large"
          disabled={busy}
          onClick={() => void decide('confirmed')}
        >
          {t('qrConfirm.confirm')}
        </button>
        <button
          type="button"
          className="sy-button sy-button-plain sy-button-large"
          disabled={busy}
          onClick={() => void decide('rejected')}
        >
          {t('qrConfirm.reject')}
        </button>
      </p>
    </section>
  )
}
