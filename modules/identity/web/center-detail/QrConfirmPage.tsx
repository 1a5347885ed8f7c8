import { useQuery } from '@tanstack/react-query'
import { Button, Descriptions, Result } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { call, queryClient } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { paths } from '#web/paths.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { identity } from '../../contract.ts'
import { Failure, failureText, useSubmission } from '../parts/submission.tsx'

/** The screen that the scanned code opens on the phone: says which device asks, and asks before it lets it in. */
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
  const home = <Link to={paths.home}>{t('qrConfirm.home')}</Link>
  if (answer) return <Result status="success" title={t(`qrConfirm.${answer}`)} extra={home} />
  if (!scan.data) return <LoadingState />
  if (scan.data.refused) return <Result status="warning" title={scan.data.refused} extra={home} />
  const device = scan.data.device
  return (
    <section style={{ maxWidth: 460, margin: '0 auto' }}>
      <h1>{t('qrConfirm.title')}</h1>
      <p>{t('qrConfirm.explain')}</p>
      <Failure text={failure} />
      <Descriptions
        column={1}
        bordered
        size="small"
        items={[
          { key: 'device', label: t('qrConfirm.device'), children: device?.userAgent },
          { key: 'ip', label: t('qrConfirm.ip'), children: device?.ip },
          { key: 'time', label: t('qrConfirm.time'), children: device && <DateText value={device.createdAt} /> },
        ]}
      />
      <p style={{ display: 'grid', gap: 12, marginTop: 24 }}>
        <Button type="primary" size="large" loading={busy} onClick={() => void decide('confirmed')}>
          {t('qrConfirm.confirm')}
        </Button>
        <Button size="large" disabled={busy} onClick={() => void decide('rejected')}>
          {t('qrConfirm.reject')}
        </Button>
      </p>
    </section>
  )
}
