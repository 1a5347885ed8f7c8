import { Form } from 'antd'
import { MemberIdsPicker, OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { mayOpen } from '#web/access.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { managesReports } from '../../contract/access.ts'
import { audiences, type ViewDetails } from '../../contract/shapes.ts'
import { reports } from '../../contract.ts'

interface Values {
  readonly audience: ViewDetails['audience']
  readonly organizationIds: string[]
  readonly memberIds: string[]
}

/** Antd hands value and change handler to the field. */
function AudienceField({
  value = 'owner',
  onChange,
  options,
}: {
  value?: ViewDetails['audience']
  onChange?: (value: ViewDetails['audience']) => void
  options: readonly ViewDetails['audience'][]
}) {
  const t = useText('reports')
  return (
    <Choice
      label={t('list.audience')}
      value={value}
      options={options.map((one) => ({ value: one, label: t(`audiences.${one}`) }))}
      onChange={(next) => onChange?.(next)}
    />
  )
}

/** Who else may open a view. Each of them sees the rows of the own scope. */
export function ShareDialog({ view, onClose }: { readonly view: ViewDetails; readonly onClose: () => void }) {
  const t = useText('reports')
  const session = useSession()
  const { dataPermission } = session
  const [form] = Form.useForm<Values>()
  const managed = dataPermission.get(managesReports.permission) ?? []
  const { audience, organizationIds, memberIds } = view
  const isCompany = mayOpen({ ...managesReports, wholeCompany: true }, session)
  const chosen = Form.useWatch('audience', form) ?? audience
  return (
    <FormModal<Values, object>
      title={t('share.title')}
      hint={t('share.hint')}
      form={form}
      initialValues={{ audience, organizationIds, memberIds }}
      onSubmit={(values) => {
        const body = {
          audience: values.audience,
          organizationIds: values.organizationIds ?? [],
          memberIds: values.memberIds ?? [],
        }
        return call(reports.shareView, { params: { id: view.id }, body })
      }}
      done={t('share.done')}
      onClose={onClose}
    >
      <Form.Item name="audience" label={t('list.audience')}>
        <AudienceField options={audiences.filter((one) => one !== 'company' || isCompany)} />
      </Form.Item>
      {chosen === 'chosen' && (
        <>
          <Form.Item name="organizationIds" label={t('share.organizations')}>
            <OrganizationPicker multiple label={t('share.organizations')} roots={managed} />
          </Form.Item>
          <Form.Item name="memberIds" label={t('share.members')}>
            <MemberIdsPicker label={t('share.members')} />
          </Form.Item>
        </>
      )}
    </FormModal>
  )
}
