import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { useRequestKey } from '#web/ui/use-request-key.ts'
import { type Address, type AddressInput, addresses } from '../../contract.ts'
import { AddressFields, emptyAddress } from './AddressFields.tsx'

interface Props {
  /** The address that is changed; none where one is added. */
  readonly address?: Address
  readonly onSaved?: (id: string) => void
  readonly onClose: () => void
}

/** Adds an address, or changes one. */
export function AddressModal({ address, onSaved, onClose }: Props) {
  const t = useText('addresses')
  const requestKey = useRequestKey()
  const save = async (values: AddressInput) => {
    const body = { ...emptyAddress, ...values }
    if (address) {
      await call(addresses.changeAddress, { params: { id: address.id }, body })
      return address.id
    }
    return (await call(addresses.addAddress, { body }, { idempotencyKey: requestKey(body) })).id
  }
  return (
    <FormModal<AddressInput, string>
      title={t(address ? 'editTitle' : 'add')}
      width={600}
      initialValues={address ?? emptyAddress}
      onSubmit={async (values) => {
        const id = await save(values)
        onSaved?.(id)
        return id
      }}
      done={t('saved')}
      onClose={onClose}
    >
      <AddressFields wasDefault={address?.isDefault} />
    </FormModal>
  )
}
