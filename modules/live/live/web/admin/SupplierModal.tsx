import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import dayjs from 'dayjs'
import { identity } from '#modules/platform/identity/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DayField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { live } from '../../contract.ts'
import { ChoiceCards } from '../form/ChoiceCards.tsx'
import { mapLabel } from '../parts/labels.ts'
import { suppliers } from '../supplier.ts'
import type { SupplierSetting } from './supplier-setting.ts'

/** The select's value for “none”, which no supplier number uses. */
const NONE = -1

interface Values {
  readonly organizationId?: string
  readonly supplier: number
  readonly expiresAt: number | null
}

interface Props {
  /** The existing setting; empty for another organization. */
  readonly setting?: SupplierSetting
  readonly onClose: () => void
}

/** Sets the supplier of an organization and its descendants, and the end of its service. */
export function SupplierModal({ setting, onClose }: Props) {
  const t = useText('live')
  const organizations = useQuery({
    ...q(identity.organizationTree, {}, { cache: 'wide', quiet: true }),
    enabled: setting === undefined,
  })
  const save = async ({ organizationId, supplier, expiresAt }: Values) => {
    const id = setting?.organizationId ?? organizationId ?? ''
    const chosen = suppliers.find((known) => known === supplier) ?? null
    await call(live.setSupplier, { params: { id }, body: { supplier: chosen, expiresAt } })
  }
  return (
    <FormModal<Values, void>
      width={640}
      title={setting?.organizationName ?? t('admin.supplierAdd')}
      okText={t('admin.save')}
      initialValues={{
        supplier: setting ? (setting.supplier ?? NONE) : 3,
        expiresAt: setting?.expiresAt ?? null,
      }}
      hint={t('admin.supplierNow')}
      onSubmit={save}
      done={t('admin.saved')}
      onClose={onClose}
    >
      {!setting && (
        <Form.Item
          name="organizationId"
          label={t('admin.organization')}
          rules={[{ required: true, message: t('admin.organizationChoose') }]}
        >
          <Select
            loading={organizations.isPending}
            placeholder={t('admin.organizationChoose')}
            showSearch={{ optionFilterProp: 'label' }}
            options={(organizations.data?.items ?? []).map(({ id: value, name }) => ({ value, label: name }))}
          />
        </Form.Item>
      )}
      <Form.Item name="supplier">
        <ChoiceCards<number>
          legend={t('admin.supplier')}
          options={[
            ...suppliers.map((value) => ({
              value,
              label: mapLabel('supplier', value),
              hint: t(`admin.supplier${value}Hint`),
            })),
            { value: NONE, label: t('admin.supplierNone'), hint: t('admin.supplierNoneHint') },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="expiresAt"
        label={t('admin.expiresAt')}
        extra={t('admin.expiresHint')}
        getValueProps={(value: number | null) => ({ value: value && dayjs(value).format('YYYY-MM-DD') })}
        getValueFromEvent={(day: string | null) => day && dayjs(day).endOf('day').valueOf()}
      >
        <DayField placeholder={t('admin.expiresNever')} />
      </Form.Item>
    </FormModal>
  )
}
