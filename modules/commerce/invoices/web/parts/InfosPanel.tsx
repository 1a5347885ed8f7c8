import './invoices.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { type Fact, Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { useRemoval } from '#web/ui/use-removal.ts'
import type { Info } from '../../contract/infos.ts'
import { infosMax } from '../../contract/states.ts'
import { invoices } from '../../contract.ts'
import { InfoModal } from './InfoModal.tsx'

/** The own invoice infos: added, changed, deleted with some seconds to take it back. */
export function InfosPanel() {
  const t = useText('invoices')
  const { data, isError, error, refetch } = useQuery(q(invoices.ownInfos, {}))
  const [edited, setEdited] = useState<Info | 'new'>()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const removal = useRemoval()
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={4} />
  const items = data.items.filter(({ id }) => !gone.has(id))
  const set = (id: string, isGone: boolean) =>
    setGone((before) => (isGone ? new Set([...before, id]) : new Set([...before].filter((one) => one !== id))))
  const remove = ({ id, title }: Info) => {
    set(id, true)
    removal.remove({
      text: t('info.deleted', { title }),
      undo: () => set(id, false),
      finish: () => call(invoices.deleteInfo, { params: { id } }).catch(() => set(id, false)),
    })
  }
  const add = async () => {
    // Where one is waiting to be deleted, its place is needed.
    await removal.finish()
    setEdited('new')
  }
  const isFull = items.length >= infosMax
  const button = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} disabled={isFull} onClick={() => void add()}>
      {t('info.add')}
    </Button>
  )
  return (
    <>
      {items.length === 0 && <EmptyState title={t('info.none')} description={t('info.noneHint')} action={button} />}
      {items.length > 0 && (
        <>
          <div className="iv-head">
            <p className="sy-note">{t(isFull ? 'info.full' : 'info.hint', { max: infosMax })}</p>
            {button}
          </div>
          <ul className="sy-plain-list iv-cards" aria-label={t('tabs.infos')}>
            {items.map((info) => (
              <InfoCard key={info.id} info={info} onEdit={() => setEdited(info)} onRemove={() => remove(info)} />
            ))}
          </ul>
        </>
      )}
      {edited !== undefined && (
        <InfoModal info={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      <UndoBar text={removal.text} onUndo={removal.undo} onEnd={removal.finish} />
    </>
  )
}

function InfoCard({ info, onEdit, onRemove }: { info: Info; onEdit: () => void; onRemove: () => void }) {
  const t = useText('invoices')
  const has = (value: string, label: string): Fact => value !== '' && [label, value]
  const facts = [
    has(info.taxpayerId, t('info.taxpayerId')),
    has(info.registeredAddress, t('info.registeredAddress')),
    has(info.registeredPhone, t('info.registeredPhone')),
    has(info.bank, t('info.bank')),
    has(info.bankAccount, t('info.bankAccount')),
    has(info.remark, t('info.remark')),
  ]
  return (
    <li className="sy-box iv-card">
      <p>
        <strong>{info.title}</strong> <Tag>{t(`info.kinds.${info.kind}`)}</Tag>
        {info.isDefault && <Tag color="success">{t('info.default')}</Tag>}
      </p>
      {facts.some((fact) => fact !== false) && <Facts shape="rows" items={facts} />}
      <p className="sy-actions">
        <Button size="small" aria-label={`${t('info.edit')} ${info.title}`} onClick={onEdit}>
          {t('info.edit')}
        </Button>
        <Button size="small" danger aria-label={`${t('info.delete')} ${info.title}`} onClick={onRemove}>
          {t('info.delete')}
        </Button>
      </p>
    </li>
  )
}
