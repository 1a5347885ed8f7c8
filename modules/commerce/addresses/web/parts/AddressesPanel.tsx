import './addresses.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { OwnCards } from '#web/ui/OwnCards.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type Address, addresses, addressesMax } from '../../contract.ts'
import { AddressModal } from './AddressModal.tsx'

/** The own addresses: added, changed, deleted with some seconds to take it back. */
export default function AddressesPanel() {
  const t = useText('addresses')
  const list = useQuery(q(addresses.ownAddresses, {}, { quiet: true }))
  return (
    <OwnCards
      list={list}
      max={addressesMax}
      texts={{
        ...{ label: t('title'), add: t('add'), none: t('none'), noneHint: t('noneHint') },
        ...{ hint: t('hint', { max: addressesMax }), full: t('full', { max: addressesMax }) },
        deleted: ({ receiver }) => t('deleted', { receiver }),
      }}
      onDelete={({ id }) => call(addresses.deleteAddress, { params: { id } })}
      card={(address, { edit, remove }) => (
        <AddressCard key={address.id} address={address} onEdit={edit} onRemove={remove} />
      )}
      dialog={(edited, close) => <AddressModal address={edited} onClose={close} />}
    />
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
    <li className="sy-box">
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
