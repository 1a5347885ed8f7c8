import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Tag } from 'antd'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useEvent } from '#web/realtime.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { dateText } from '#web/ui/date.ts'
import { notify } from '#web/ui/notify.ts'
import { type DataExport, type Erasure, privacy } from '../../contract.ts'
import { openExport } from '../open-export.ts'
import { EraseDialog } from './EraseDialog.tsx'
import './personal-data.css'

const LOOK_AGAIN_MS = 3000

type Own = Output<typeof privacy.ownPrivacy>

/** In the own account: exports of personal data, and the erasure of the account. */
export default function PersonalDataSection() {
  const t = useText('privacy')
  const own = useQuery({
    ...q(privacy.ownPrivacy, undefined, { quiet: true }),
    refetchInterval: ({ state }) => (isMaking(state.data) ? LOOK_AGAIN_MS : false),
  })
  useEvent('task', () => void own.refetch())
  if (!own.data) return null
  const { exports, erasure } = own.data
  return (
    <section aria-label={t('own.title')} className="personal-data">
      <h2>{t('own.title')}</h2>
      <p className="sy-faint">{t('own.intro')}</p>
      <Copies exports={exports} />
      <Farewell erasure={erasure} />
    </section>
  )
}

function isMaking(own: Own | undefined): boolean {
  return own?.exports.some((copy) => copy.state === 'waiting') ?? false
}

function Copies({ exports }: { exports: readonly DataExport[] }) {
  const t = useText('privacy')
  const request = useMutation({ mutationFn: () => call(privacy.requestExport) })
  const isWaiting = exports.some((copy) => copy.state === 'waiting')
  const ask = () => request.mutate(undefined, { onSuccess: () => notify('success', t('own.requested')) })
  return (
    <div className="personal-data-part">
      <div className="personal-data-head">
        <div>
          <h3>{t('own.copy')}</h3>
          <p className="sy-faint">{t('own.copyHint')}</p>
        </div>
        <Button disabled={isWaiting} loading={request.isPending} onClick={ask}>
          {t('own.request')}
        </Button>
      </div>
      {exports.length > 0 && (
        <ul>
          {exports.map((copy) => (
            <Copy key={copy.id} copy={copy} />
          ))}
        </ul>
      )}
    </div>
  )
}

const colors = { waiting: 'processing', ready: 'success', failed: 'warning', expired: 'default' } as const

function Copy({ copy }: { copy: DataExport }) {
  const t = useText('privacy')
  return (
    <li>
      <DateText value={copy.createdAt} />
      <Tag color={colors[copy.state]}>{t(`own.state.${copy.state}`)}</Tag>
      {copy.state === 'ready' && (
        <>
          <span className="sy-faint">
            {t('own.until')} <DateText value={copy.expiresAt} />
          </span>
          <Button size="small" type="link" onClick={() => void openExport(copy.id)}>
            {t('own.download')}
          </Button>
        </>
      )}
    </li>
  )
}

function Farewell({ erasure }: { erasure: Erasure | null }) {
  const t = useText('privacy')
  const [asking, setAsking] = useState(false)
  const cancel = useMutation({ mutationFn: () => call(privacy.cancelErasure) })
  if (erasure?.state === 'waiting') {
    return (
      <Alert
        className="personal-data-part"
        type="warning"
        showIcon
        title={t('own.waiting', { day: dateText(erasure.dueAt, 'minute') })}
        description={t('own.waitingHint')}
        action={
          <Button
            loading={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onSuccess: () => notify('success', t('own.cancelled')) })}
          >
            {t('own.cancel')}
          </Button>
        }
      />
    )
  }
  return (
    <div className="personal-data-part">
      <div className="personal-data-head">
        <div>
          <h3>{t('own.erase')}</h3>
          <p className="sy-faint">{t('own.eraseHint')}</p>
          {erasure?.state === 'blocked' && <p className="personal-data-blocked">{t('own.blocked')}</p>}
        </div>
        <Button danger onClick={() => setAsking(true)}>
          {t('own.eraseAction')}
        </Button>
      </div>
      {asking && <EraseDialog onClose={() => setAsking(false)} />}
    </div>
  )
}
