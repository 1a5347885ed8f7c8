import { useQuery } from '@tanstack/react-query'
import { Button, Select, Tag } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { type CaseRow, type Cause, causes, moderation } from '../../contract.ts'
import { authorText } from './author-text.ts'
import { CaseView } from './CaseView.tsx'

interface Props {
  readonly state: 'waiting' | 'decided'
  /** A list of one cause offers no choice of causes. */
  readonly cause?: Cause
  /** What the address asks for. */
  readonly startCause?: Cause | undefined
}

/** The list of cases beside the chosen one; j and k go through it. */
export function Queue({ state, cause: fixed, startCause }: Props) {
  const t = useText('moderation')
  const language = useLanguage()
  const [cause, setCause] = useState<Cause | undefined>(startCause)
  const [businessType, setType] = useState<number>()
  const [pages, setPages] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<string>()
  const query = { state, cause: fixed ?? cause, businessType, after: pages.at(-1) }
  const { data, error, refetch } = useQuery(q(moderation.queue, { query }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState />
  const { items } = data
  const current = items.find(({ id }) => id === chosen) ?? items[0]
  const move = ({ key, target }: KeyboardEvent) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
    const step = key === 'j' ? 1 : key === 'k' ? -1 : 0
    const next = step === 0 || !current ? undefined : items[items.indexOf(current) + step]
    if (next) setChosen(next.id)
  }
  const filter = (change: () => void) => {
    setPages([])
    change()
  }
  return (
    <section onKeyDown={move} aria-label={t('queue.title')}>
      <div className="sy-row sy-wrap sy-gap-2 mod-filters">
        {!fixed && (
          <Select
            allowClear
            aria-label={t('queue.cause')}
            placeholder={t('queue.cause')}
            value={cause}
            onChange={(value) => filter(() => setCause(value))}
            options={causes.map((value) => ({ value, label: t(`cause.${value}`) }))}
          />
        )}
        <Select
          allowClear
          aria-label={t('queue.kind')}
          placeholder={t('queue.kind')}
          value={businessType}
          onChange={(value) => filter(() => setType(value))}
          options={data.kinds.map((kind) => ({ value: kind.businessType, label: kind.label[language] }))}
        />
        <span className="sy-note mod-keys">{t('queue.keys')}</span>
      </div>
      {items.length === 0 ? (
        <EmptyState title={t(state === 'decided' ? 'queue.noneDecided' : 'queue.empty')} />
      ) : (
        <div className="mod-split">
          <div className="sy-column sy-gap-2">
            {items.map((row) => (
              <CaseButton key={row.id} row={row} chosen={row === current} onChoose={() => setChosen(row.id)} />
            ))}
            {(pages.length > 0 || data.next !== null) && (
              <div className="sy-row sy-gap-2">
                <Button disabled={pages.length === 0} onClick={() => setPages(pages.slice(0, -1))}>
                  {t('queue.back')}
                </Button>
                <Button disabled={data.next === null} onClick={() => data.next && setPages([...pages, data.next])}>
                  {t('queue.more')}
                </Button>
              </div>
            )}
          </div>
          {current && <CaseView key={current.id} id={current.id} isChosen={current.id === chosen} />}
        </div>
      )}
    </section>
  )
}

function CaseButton({ row, chosen, onChoose }: { row: CaseRow; chosen: boolean; onChoose: () => void }) {
  const t = useText('moderation')
  const language = useLanguage()
  return (
    <button type="button" className="mod-case" aria-pressed={chosen} onClick={onChoose}>
      <span dir="auto">{row.title}</span>
      <span className="sy-note">
        {row.label[language]} · {authorText(t, row)} · <DateText value={row.queuedAt} style="relative" />
      </span>
      <span className="sy-row sy-wrap sy-gap-1">
        {row.causes.map((cause) => (
          <Tag key={cause}>
            {cause === 'report' ? t('case.reports', { count: row.reportCount }) : t(`cause.${cause}`)}
          </Tag>
        ))}
        {row.claim && <Tag color="blue">{t('case.claimedBy', { name: row.claim.name })}</Tag>}
        {row.outcome && <Tag>{t(`outcome.${row.outcome}`)}</Tag>}
      </span>
    </button>
  )
}
