import './addresses.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { UndoBar } from '#web/ui/UndoBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useRemoval } from '#web/ui/use-removal.ts'
import { type Address, addresses, addressesMax } from '../../contract.ts'
import { AddressModal } from './AddressModal.tsx'

/** The own addresses: added, changed, deleted with some seconds to take it back. */
export default function AddressesPanel() {
  const t = useText('addresses')
  const { data, isError, error, refetch } = useQuery(q(addresses.ownAddresses, {}))
  const [edited, setEdited] = useState<Address | 'new'>()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const removal = useRemoval()
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={4} />
  const items = data.items.filter(({ id }) => !gone.has(id))
  const set = (id: string, isGone: boolean) =>
    setGone((before) => (isGone ? new Set([...before, id]) : new Set([...before].filter((one) => one !== id))))
  const remove = ({ id, receiver }: Address) => {
    set(id, true)
    removal.remove({
      text: t('deleted', { receiver }),
      undo: () => set(id, false),
      finish: () => call(addresses.deleteAddress, { params: { id } }).catch(() => set(id, false)),
    })
  }
  const add = async () => {
    // Where one is waiting to be deleted, its place is needed.
    await removal.finish()
    setEdited('new')
  }
  const isFull = items.length >= addressesMax
  const button = (
    <Button
      type="primary"
      icon={<Icon name="plus" size={16} />}
      disabled={isFull}
      title={isFull ? t('full', { max: addressesMax }) : undefined}
      onClick={() => void add()}
    >
      {t('add')}
    </Button>
  )
  return (
    <>
      {items.length === 0 && <EmptyState title={t('none')} description={t('noneHint')} action={button} />}
      {items.length > 0 && (
        <>
          <div className="ad-head">
            <p className="sy-note">{t(isFull ? 'full' : 'hint', { max: addressesMax })}</p>
            {button}
          </div>
          <ul className="sy-plain-list ad-list" aria-label={t('title')}>
            {items.map((address) => (
              <AddressCard
                key={address.id}
                address={address}
                onEdit={() => setEdited(address)}
                onRemove={() => remove(address)}
              />
            ))}
          </ul>
        </>
      )}
      {edited !== undefined && (
        <AddressModal address={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      <UndoBar text={removal.text} onUndo={removal.undo} onEnd={removal.finish} />
    </>
  )
}

interface CardProps {
  readonly address: Address
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function AddressCard({ address, onEdit, onRemove }: CardProps) {
  const t = useText('addresses')
  const { busy, run } = useAction()
  const { id, receiver, phone, text, postalCode, isDefault } = address
  const makeDefault = () => run(() => call(addresses.setDefaultAddress, { params: { id } }), { done: t('madeDefault') })
  return (
    <li className="sy-box ad-card">
      <p className="ad-who">
        <strong>{receiver}</strong> <span>{phone}</span> {isDefault && <Tag color="success">{t('default')}</Tag>}
      </p>
      <p>
        {text} {postalCode !== '' && <span className="sy-faint">{postalCode}</span>}
      </p>
      <p className="sy-actions">
        <Button size="small" aria-label={`${t('edit')} ${receiver}`} onClick={onEdit}>
          {t('edit')}
        </Button>
        {!isDefault && (
          <Button
            size="small"
            disabled={busy}
            aria-label={`${t('makeDefault')} ${receiver}`}
            onClick={() => void makeDefault()}
          >
            {t('makeDefault')}
          </Button>
        )}
        <Button size="small" danger aria-label={`${t('delete')} ${receiver}`} onClick={onRemove}>
          {t('delete')}
        </Button>
      </p>
    </li>
  )
}
