import { useQuery } from '@tanstack/react-query'
import { DatePicker, Modal, Select } from 'antd'
import dayjs from 'dayjs'
import { useId, useState } from 'react'
import { identity } from '#modules/platform/identity/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { live } from '../../contract.ts'
import { ChoiceCards } from '../form/ChoiceCards.tsx'
import { mapLabel } from '../parts/labels.ts'
import { suppliers } from '../supplier.ts'
import type { SupplierSetting } from './supplier-setting.ts'

/** The select's value for “none”, which no supplier number uses. */
const NONE = -1

interface Props {
  /** The existing setting; empty for another organization. */
  readonly setting?: SupplierSetting
  readonly onClose: () => void
}

/** Sets the supplier of an organization and its descendants, and the end of its service. */
export function SupplierModal({ setting, onClose }: Props) {
  const t = useText('live')
  const id = useId()
  const [organizationId, setOrganizationId] = useState(setting?.organizationId)
  const [supplier, setSupplier] = useState<number>(setting ? (setting.supplier ?? NONE) : 3)
  const [expiresAt, setExpiresAt] = useState(setting?.expiresAt ?? null)
  const [problem, setProblem] = useState(false)
  const { busy, run } = useAction()
  const organizations = useQuery({
    ...q(identity.organizationTree, {}, { cache: 'wide', quiet: true }),
    enabled: setting === undefined,
  })
  const save = () => {
    if (organizationId === undefined) return setProblem(true)
    return run(
      async () => {
        const chosen = suppliers.find((known) => known === supplier) ?? null
        const body = { supplier: chosen, expiresAt }
        await call(live.setSupplier, { params: { id: organizationId }, body })
      },
      { done: t('admin.saved'), close: onClose },
    )
  }
  return (
    <Modal
      open
      width={640}
      title={setting?.organizationName ?? t('admin.supplierAdd')}
      okText={t('admin.save')}
      cancelText={t('form.cancel')}
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="lva-form">
        {!setting && (
          <div className="lv-field">
            <label htmlFor={`${id}-organization`}>{t('admin.organization')}</label>
            <Select
              id={`${id}-organization`}
              value={organizationId}
              loading={organizations.isPending}
              status={problem ? 'error' : ''}
              placeholder={t('admin.organizationChoose')}
              showSearch={{ optionFilterProp: 'label' }}
              options={(organizations.data?.items ?? []).map(({ id: value, name }) => ({ value, label: name }))}
              onChange={(value: string) => {
                setOrganizationId(value)
                setProblem(false)
              }}
            />
            {problem && <p className="lv-problem">{t('admin.organizationChoose')}</p>}
          </div>
        )}
        <ChoiceCards
          legend={t('admin.supplier')}
          value={supplier}
          disabled={false}
          problem={undefined}
          options={[
            ...suppliers.map((value) => ({
              value,
              label: `${mapLabel('supplier', value)} (${value})`,
              hint: t(`admin.supplier${value}Hint`),
            })),
            { value: NONE, label: t('admin.supplierNone'), hint: t('admin.supplierNoneHint') },
          ]}
          onChange={setSupplier}
        />
        <div className="lv-field">
          <label htmlFor={`${id}-expires`}>{t('admin.expiresAt')}</label>
          <DatePicker
            id={`${id}-expires`}
            style={{ width: '100%' }}
            value={expiresAt === null ? null : dayjs(expiresAt)}
            placeholder={t('admin.expiresNever')}
            onChange={(day) => setExpiresAt(day?.endOf('day').valueOf() ?? null)}
          />
        </div>
      </div>
    </Modal>
  )
}
