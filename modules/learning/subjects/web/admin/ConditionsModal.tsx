import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useId } from 'react'
import { TopicChooser } from '#modules/content/topics/web.tsx'
import { identity } from '#modules/platform/identity/contract.ts'
import { OrganizationPicker } from '#modules/platform/identity/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import type { EditedContent } from '../../contract/authoring.ts'

type Conditions = Pick<EditedContent, 'positions' | 'organizations' | 'topics'>

interface Props {
  readonly content: EditedContent
  readonly onChange: (conditions: Conditions) => void
  readonly onClose: () => void
}

const positionsShown = 100
const topicsMax = 15

interface Named {
  readonly id: string
  readonly name: string
}

/** The chosen ids with their names, from what is offered or was chosen before. */
function namedOf(ids: readonly string[], known: readonly Named[]): Named[] {
  const names = new Map(known.map(({ id, name }) => [id, name]))
  return ids.map((id) => ({ id, name: names.get(id) ?? '' }))
}

/** The fields hold names, too; the controls know the ids. */
const idsOf = (named: readonly Named[]) => ({ value: named.map(({ id }) => id) })

/** Who a content of a personalized subject is for: one condition that fits is enough; without any, all. */
export function ConditionsModal({ content, onChange, onClose }: Props) {
  const t = useText('subjects')
  const id = useId()
  const [form] = Form.useForm<Conditions>()
  const positions = Form.useWatch('positions', form) ?? content.positions
  const organizations = Form.useWatch('organizations', form) ?? content.organizations
  const all = useQuery(q(identity.listPositions, { query: { pageSize: positionsShown } }, { quiet: true }))
  const tree = useQuery(q(identity.organizationTree, {}, { cache: 'wide', quiet: true }))
  const offered = [...new Map([...positions, ...(all.data?.items ?? [])].map((one) => [one.id, one])).values()]
  const units = tree.data?.items ?? []
  return (
    <FormModal<Conditions, void>
      form={form}
      title={t('conditions.title', { name: content.businessName })}
      okText={t('conditions.ok')}
      hint={t('conditions.hint')}
      initialValues={{ positions: content.positions, organizations: content.organizations, topics: content.topics }}
      onSubmit={async (conditions) => onChange(conditions)}
      onClose={onClose}
    >
      <Form.Item
        name="positions"
        label={t('conditions.positions')}
        getValueProps={idsOf}
        getValueFromEvent={(ids: string[]) => namedOf(ids, offered)}
      >
        <Select
          mode="multiple"
          allowClear
          maxCount={50}
          loading={all.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('conditions.anyPosition')}
          options={offered.map((one) => ({ value: one.id, label: one.name }))}
        />
      </Form.Item>
      <Form.Item
        name="organizations"
        label={t('conditions.organizations')}
        getValueProps={idsOf}
        getValueFromEvent={(ids: string[]) => namedOf(ids, [...organizations, ...units])}
      >
        <OrganizationPicker label={t('conditions.anyOrganization')} multiple allowClear max={50} />
      </Form.Item>
      <div className="sy-column sb-field">
        <span id={`${id}-topics`} className="sb-field-label">
          {t('conditions.topics')}
        </span>
        <small>{t('conditions.topicsHint')}</small>
        <Form.Item name="topics" noStyle>
          <TopicChooser labelledBy={`${id}-topics`} max={topicsMax} />
        </Form.Item>
      </div>
    </FormModal>
  )
}
