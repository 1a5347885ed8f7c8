import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useSyncExternalStore } from 'react'
import type { Output } from '#kit/contract.ts'
import { isServerBusy, subscribeToBusy } from '#web/api/busy.ts'
import { isBusy } from '#web/api/call-error.ts'
import { q } from '#web/api/query.ts'
import { hasText, type TextOf, useBilingual, useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { CheckedPart } from '../../contract/status.ts'
import { operations } from '../../contract.ts'
import { sizeText, spanText } from '../parts/amounts.ts'
import { Outage } from './Outage.tsx'
import './operations.css'

type Status = Output<typeof operations.platformStatus>

const LOOK_AGAIN_MS = 30_000

const tagColors = { ok: 'success', warning: 'warning', down: 'error', off: 'default' } as const

/** Formats a fact by the suffix of its name: bytes, milliseconds, seconds, percent. */
function factText(t: TextOf, name: string, value: string | number): string {
  if (typeof value === 'string') return value
  if (name.endsWith('Bytes')) return sizeText(value)
  if (name.endsWith('Ms')) return spanText(t, value)
  if (name.endsWith('Seconds')) return spanText(t, value * 1000)
  if (name.endsWith('Percent')) return `${value}%`
  return value.toLocaleString('en')
}

function factLabel(t: TextOf, name: string): string {
  return hasText('operations', `facts.${name}`) ? t(`facts.${name}`) : name
}

/** The health of each part of the platform, with advice. */
export default function StatusPage() {
  const t = useText('operations')
  const status = useQuery({ ...q(operations.platformStatus), refetchInterval: LOOK_AGAIN_MS })
  const busy = useSyncExternalStore(subscribeToBusy, isServerBusy, isServerBusy)
  const isOutage = busy || isBusy(status.error)
  return (
    <>
      <PageHeader
        title={t('status.title')}
        description={t('status.description')}
        actions={
          <Button
            loading={status.isFetching && !isOutage}
            icon={<Icon name="refresh" size={16} />}
            onClick={() => void status.refetch()}
          >
            {t('status.refresh')}
          </Button>
        }
      />
      {isOutage && <Outage />}
      {!isOutage && status.isPending && <LoadingState shape="cards" rows={6} />}
      {!isOutage && status.isError && !status.data && (
        <ErrorState error={status.error} onRetry={() => void status.refetch()} />
      )}
      {!isOutage && status.data && (
        <>
          <Summary status={status.data} />
          <div className="status-parts">
            {status.data.parts.map((part) => (
              <Part key={part.name} part={part} />
            ))}
          </div>
        </>
      )}
    </>
  )
}

function Summary({ status }: { status: Status }) {
  const t = useText('operations')
  const count = (state: CheckedPart['state']) => status.parts.filter((part) => part.state === state).length
  const [down, warning, off] = [count('down'), count('warning'), count('off')]
  const worst = down > 0 ? 'down' : warning > 0 ? 'warning' : 'ok'
  const said = [
    ...(down > 0 ? [t('status.down', { count: down })] : []),
    ...(warning > 0 ? [t('status.attention', { count: warning })] : []),
  ]
  const text = said.length > 0 ? said.join(t('auditLog.separator')) : t(off > 0 ? 'status.someOff' : 'status.allOk')
  return (
    <div className={`status-summary status-${worst}`} role="status">
      <Icon name={worst === 'ok' ? 'check' : 'alert'} size={22} />
      <strong>{text}</strong>
      <span className="sy-faint">
        {t('status.checkedAt')} <DateText value={status.checkedAt} style="second" />
        {!status.isOperator && ` · ${t('status.notOperator')}`}
      </span>
    </div>
  )
}

function Part({ part }: { part: CheckedPart }) {
  const t = useText('operations')
  const inLanguage = useBilingual()
  const facts = Object.entries(part.facts)
  return (
    <section className={`sy-card status-part status-${part.state}`} aria-label={inLanguage(part.label)}>
      <header>
        <h2>{inLanguage(part.label)}</h2>
        <Tag color={tagColors[part.state]}>{t(`status.state.${part.state}`)}</Tag>
      </header>
      {part.advice && part.state !== 'ok' && (
        <p className="status-advice">
          <Icon name={part.state === 'off' ? 'info' : 'alert'} size={16} label={t('status.advice')} />
          <span>{inLanguage(part.advice)}</span>
        </p>
      )}
      {facts.length > 0 && (
        <Facts
          shape="ends"
          label={t('status.facts')}
          className="status-facts"
          items={facts.map(([name, value]) => [factLabel(t, name), factText(t, name, value)])}
        />
      )}
    </section>
  )
}
