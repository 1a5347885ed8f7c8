import { Form, Input, Radio } from 'antd'
import { isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { ALIAS_TAKEN, aliasLengthMax, rankings } from '../../contract.ts'

interface Values {
  readonly as: 'name' | 'alias' | 'hidden'
  readonly alias: string
}

interface Props {
  readonly isHidden: boolean
  readonly alias: string | null
  readonly onClose: () => void
}

/** How the member appears in all rankings. */
export function AppearanceModal({ isHidden, alias, onClose }: Props) {
  const t = useText('rankings')
  const [form] = Form.useForm<Values>()
  const as = Form.useWatch('as', form)
  return (
    <FormModal<Values, unknown>
      title={t('appearance.title')}
      hint={t('appearance.hint')}
      form={form}
      initialValues={{ as: isHidden ? 'hidden' : alias === null ? 'name' : 'alias', alias: alias ?? '' }}
      onSubmit={(values) =>
        call(
          rankings.changeAppearance,
          { body: { isHidden: values.as === 'hidden', alias: values.as === 'alias' ? values.alias : null } },
          { handles: [ALIAS_TAKEN] },
        )
      }
      problemsOf={(error) => (isRefusal(error, ALIAS_TAKEN) ? { alias: t('appearance.taken') } : undefined)}
      done={t('appearance.saved')}
      onClose={onClose}
    >
      <Form.Item name="as" label={t('appearance.as')}>
        <Radio.Group
          options={(['name', 'alias', 'hidden'] as const).map((value) => ({ value, label: t(`appearance.${value}`) }))}
        />
      </Form.Item>
      {as === 'alias' && (
        <Form.Item name="alias" label={t('appearance.aliasLabel')} rules={[{ required: true, whitespace: true }]}>
          <Input maxLength={aliasLengthMax} />
        </Form.Item>
      )}
    </FormModal>
  )
}
