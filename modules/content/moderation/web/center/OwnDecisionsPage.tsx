import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Tag } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { moderation, type OwnDecision, REASON_MAX } from '../../contract.ts'

/** What was decided about the own contents, why, and the appeal against it. */
export default function OwnDecisionsPage() {
  const t = useText('moderation')
  const paging = usePaging(10)
  const { page, pageSize } = paging
  const { data, error, refetch } = useQuery(q(moderation.ownDecisions, { query: { page, pageSize } }))
  const [appealed, setAppealed] = useState<OwnDecision>()
  return (
    <>
      <PageHeader title={t('own.title')} />
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState />
      ) : data.recordCount === 0 ? (
        <EmptyState title={t('own.empty')} />
      ) : (
        <div className="sy-column sy-gap-3">
          {data.items.map((decision) => (
            <DecisionBox key={decision.id} decision={decision} onAppeal={() => setAppealed(decision)} />
          ))}
          <Pager paging={paging} recordCount={data.recordCount} />
        </div>
      )}
      {appealed && (
        <FormModal<{ text: string }, unknown>
          title={t('own.appeal')}
          okText={t('own.send')}
          hint={t('own.once')}
          initialValues={{ text: '' }}
          onSubmit={(body) => call(moderation.appeal, { params: { id: appealed.id }, body })}
          done={t('own.sent')}
          onClose={() => setAppealed(undefined)}
        >
          <Form.Item name="text" label={t('own.why')} rules={[{ required: true, whitespace: true }]}>
            <Input.TextArea maxLength={REASON_MAX} showCount autoSize={{ minRows: 4, maxRows: 10 }} />
          </Form.Item>
        </FormModal>
      )}
    </>
  )
}

function DecisionBox({ decision, onAppeal }: { decision: OwnDecision; onAppeal: () => void }) {
  const t = useText('moderation')
  const { appeal } = decision
  const [address] = useSearchParams()
  const box = useRef<HTMLElement>(null)
  // A message leads to one of them.
  const isLinked = address.get('id') === decision.id
  useEffect(() => {
    if (isLinked) box.current?.scrollIntoView({ block: 'center' })
  }, [isLinked])
  return (
    <article
      ref={box}
      className="sy-card sy-column sy-gap-2"
      aria-label={decision.title}
      aria-current={isLinked || undefined}
    >
      <div className="sy-row sy-wrap sy-gap-2">
        <Tag color={decision.outcome === 'remove' ? 'red' : undefined}>{t(`outcome.${decision.outcome}`)}</Tag>
        {decision.warned && <Tag color="warning">{t('own.warned')}</Tag>}
        {decision.muteDays > 0 && <Tag color="warning">{t('own.muted', { count: decision.muteDays })}</Tag>}
        <span className="sy-note">
          <DateText value={decision.decidedAt} />
        </span>
      </div>
      <p dir="auto">{decision.excerpt}</p>
      <p className="sy-note">
        {t('own.because', { rule: t(`rule.${decision.reasonCode}`), note: decision.note || '—' })}
      </p>
      {appeal && (
        <p className="sy-note">
          {t(appeal.outcome ? `own.${appeal.outcome}` : 'own.waiting')} {appeal.note}
          {appeal.bySameModerator && ` ${t('own.same')}`}
        </p>
      )}
      {decision.mayAppeal && (
        <div className="sy-row sy-wrap sy-gap-2">
          <Button size="small" onClick={onAppeal}>
            {t('own.appeal')}
          </Button>
          <span className="sy-note">
            {t('own.until')} <DateText value={decision.appealUntil} />
          </span>
        </div>
      )}
    </article>
  )
}
