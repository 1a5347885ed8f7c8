import '../parts/managed.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useJoin } from '#web/i18n/join.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Cover } from '#web/ui/Cover.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import type { AdvertisementStatus, ManagedAdvertisement } from '../../contract/advertisements.ts'
import { advertisements } from '../../contract.ts'
import { AdvertisementForm, bodyOf, inputOf } from './AdvertisementForm.tsx'
import { Period } from './Period.tsx'

const colors: Readonly<Record<AdvertisementStatus, string>> = {
  off: 'default',
  scheduled: 'processing',
  running: 'success',
  ended: 'warning',
}

/** The advertisements of home pages in their order, with what came of them. */
export default function AdvertisementsPage() {
  const t = useText('advertisements')
  const list = useQuery(q(advertisements.managedAdvertisements, {}))
  const [edited, setEdited] = useState<ManagedAdvertisement | 'new'>()
  const items = list.data?.items ?? []
  const move = (from: number, to: number) => {
    const ids = withMoved(items, from, to).map(({ id }) => id)
    return call(advertisements.orderAdvertisements, { body: { ids } })
  }
  const create = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
      {t('managing.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('managing.title')} description={t('managing.description')} actions={create} />
      {list.isPending && <LoadingState rows={4} />}
      {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && items.length === 0 && (
        <EmptyState title={t('managing.none')} description={t('managing.noneHint')} />
      )}
      <SortableList
        items={items}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        className="pr-rows"
        onMove={move}
      >
        {(one, _, moves) => <Row one={one} moves={moves} onEdit={() => setEdited(one)} />}
      </SortableList>
      {edited && <AdvertisementForm {...(edited !== 'new' && { one: edited })} onClose={() => setEdited(undefined)} />}
    </>
  )
}

interface RowProps {
  readonly one: ManagedAdvertisement
  readonly moves: ReactNode
  readonly onEdit: () => void
}

function Row({ one, moves, onEdit }: RowProps) {
  const t = useText('advertisements')
  const join = useJoin()
  const figures = [
    [t('managing.members'), one.memberCount],
    [t('managing.views'), one.viewCount],
    [t('managing.clicks'), one.clickCount],
    [t('managing.closes'), one.closeCount],
  ] as const
  const turn = async () => {
    const body = { ...bodyOf(inputOf(one)), isEnabled: !one.isEnabled, revision: one.revision }
    await call(advertisements.changeAdvertisement, { params: { id: one.id }, body })
    notify('success', t(one.isEnabled ? 'managing.turnedOff' : 'managing.turnedOn'))
  }
  return (
    <article className="sy-card pr-row" data-quiet={one.status !== 'running'}>
      <Cover name={one.title} url={one.picturePath} />
      <div>
        <h2>
          {one.title}
          <Tag>{t(`kind.${one.kind}`)}</Tag>
          <Tag color={colors[one.status]}>{t(`status.${one.status}`)}</Tag>
        </h2>
        <div className="sy-note">
          {one.organizationName} · {join(one.audiences.map(({ name }) => name))} · {t(`frequency.${one.frequency}`)}
        </div>
        <div className="sy-note">
          <Period startsAt={one.startsAt} endsAt={one.endsAt} />
        </div>
        <dl className="pr-figures">
          {figures.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="pr-row-side">
        {moves}
        <span className="sy-actions">
          <Button aria-label={t('managing.editOf', { title: one.title })} onClick={onEdit}>
            {t('managing.edit')}
          </Button>
          <Button
            aria-label={t(one.isEnabled ? 'managing.turnOffOf' : 'managing.turnOnOf', { title: one.title })}
            onClick={() => void turn()}
          >
            {t(one.isEnabled ? 'managing.turnOff' : 'managing.turnOn')}
          </Button>
          <ConfirmButton
            danger
            aria-label={t('managing.deleteOf', { title: one.title })}
            question={t('managing.deleteOf', { title: one.title })}
            consequence={t('managing.deleteText')}
            confirmText={t('managing.delete')}
            onConfirm={async () => {
              await call(advertisements.deleteAdvertisement, { params: { id: one.id } })
              notify('success', t('managing.deleted'))
            }}
          >
            {t('managing.delete')}
          </ConfirmButton>
        </span>
      </div>
    </article>
  )
}
