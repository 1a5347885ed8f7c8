import '../parts/managed.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ContentPicker } from '#modules/content/catalog/web.tsx'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import { MomentField } from '#web/ui/DateFields.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import type { ManagedTopContent } from '../../contract/top-content.ts'
import { advertisements } from '../../contract.ts'
import { Period } from './Period.tsx'

interface Picked {
  readonly businessType: number
  readonly businessId: string
}

const colors = { scheduled: 'processing', running: 'success', ended: 'warning' } as const
const addedMax = 20

/** Contents of any kind that stand on top, in their order. */
export default function TopContentPage() {
  const t = useText('advertisements')
  const list = useQuery(q(advertisements.managedTopContents, {}))
  const [isPicking, setPicking] = useState(false)
  const [picked, setPicked] = useState<readonly Picked[]>()
  const [edited, setEdited] = useState<ManagedTopContent>()
  const items = list.data?.items ?? []
  const move = (from: number, to: number) =>
    call(advertisements.orderTopContents, { body: { ids: withMoved(items, from, to).map(({ id }) => id) } })
  const add = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setPicking(true)}>
      {t('top.add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('top.title')} description={t('top.description')} actions={add} />
      {list.isPending && <LoadingState rows={4} />}
      {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && items.length === 0 && <EmptyState title={t('top.none')} description={t('top.noneHint')} />}
      <SortableList items={items} keyOf={({ id }) => id} nameOf={({ name }) => name} className="pr-rows" onMove={move}>
        {(one, _, moves) => <Row one={one} moves={moves} onEdit={() => setEdited(one)} />}
      </SortableList>
      {isPicking && (
        <ContentPicker
          title={t('top.add')}
          max={addedMax}
          onPick={(chosen) => {
            setPicking(false)
            setPicked(chosen.map(({ businessType, businessId }) => ({ businessType, businessId })))
          }}
          onClose={() => setPicking(false)}
        />
      )}
      {picked && <AddModal items={picked} onClose={() => setPicked(undefined)} />}
      {edited && <PeriodModal one={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}

function Row({ one, moves, onEdit }: { one: ManagedTopContent; moves: ReactNode; onEdit: () => void }) {
  const t = useText('advertisements')
  const name = one.name === '' ? t('top.gone') : one.name
  return (
    <article className="sy-card pr-row" data-quiet={one.status !== 'running' || !one.isAvailable}>
      <Cover name={name} url={one.coverPath} />
      <div>
        <h2>
          {one.isAvailable ? <Link to={one.link}>{name}</Link> : name}
          {one.kind !== '' && <Tag>{one.kind}</Tag>}
          <Tag color={colors[one.status]}>{t(`status.${one.status}`)}</Tag>
          {!one.isAvailable && <Tag color="error">{t('top.unavailable')}</Tag>}
        </h2>
        <div className="sy-note">
          {one.organizationName} · <Period startsAt={one.startsAt} endsAt={one.endsAt} />
        </div>
      </div>
      <div className="pr-row-side">
        {moves}
        <span className="sy-actions">
          <Button aria-label={t('top.periodOf', { name })} onClick={onEdit}>
            {t('top.period')}
          </Button>
          <ConfirmButton
            danger
            aria-label={t('top.removeOf', { name })}
            question={t('top.removeOf', { name })}
            consequence={t('top.removeText')}
            confirmText={t('top.remove')}
            onConfirm={async () => {
              await call(advertisements.removeTopContent, { params: { id: one.id } })
              notify('success', t('top.removed'))
            }}
          >
            {t('top.remove')}
          </ConfirmButton>
        </span>
      </div>
    </article>
  )
}

interface PeriodValues {
  readonly startsAt: number | null
  readonly endsAt: number | null
}

const always: PeriodValues = { startsAt: null, endsAt: null }

function PeriodFields() {
  const t = useText('advertisements')
  return (
    <div className="pr-period">
      <Form.Item name="startsAt" label={t('form.starts')} extra={t('form.startsHint')}>
        <MomentField />
      </Form.Item>
      <Form.Item name="endsAt" label={t('form.ends')} extra={t('form.endsHint')}>
        <MomentField />
      </Form.Item>
    </div>
  )
}

function AddModal({ items, onClose }: { items: readonly Picked[]; onClose: () => void }) {
  const t = useText('advertisements')
  return (
    <FormModal<PeriodValues & { organizationId: string }, unknown>
      title={t('top.add')}
      okText={t('top.set')}
      hint={t('top.chosen', { count: items.length })}
      initialValues={always}
      onSubmit={(values) => call(advertisements.setOnTop, { body: { items: [...items], ...values } })}
      done={t('top.added')}
      onClose={onClose}
    >
      <Form.Item
        name="organizationId"
        label={t('form.organization')}
        extra={t('form.organizationHint')}
        rules={[{ required: true, message: t('form.organizationNeeded') }]}
      >
        <OrganizationPicker label={t('form.organization')} />
      </Form.Item>
      <PeriodFields />
    </FormModal>
  )
}

function PeriodModal({ one, onClose }: { one: ManagedTopContent; onClose: () => void }) {
  const t = useText('advertisements')
  return (
    <FormModal<PeriodValues, unknown>
      title={t('top.periodOf', { name: one.name })}
      okText={t('form.save')}
      initialValues={{ startsAt: one.startsAt, endsAt: one.endsAt }}
      onSubmit={(body) => call(advertisements.changeTopContent, { params: { id: one.id }, body })}
      done={t('form.saved')}
      onClose={onClose}
    >
      <PeriodFields />
    </FormModal>
  )
}
