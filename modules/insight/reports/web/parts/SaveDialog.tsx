import { Form, Input } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import type { ReportQuery } from '../../contract/query.ts'
import { reports } from '../../contract.ts'

interface Props {
  readonly query: ReportQuery
  readonly name: string
  readonly onClose: () => void
  readonly onSaved: (id: string) => void
}

interface Values {
  readonly name: string
  readonly description: string
}

/** Saves a report as a new view of one's own. */
export function SaveDialog({ query, name, onClose, onSaved }: Props) {
  const t = useText('reports')
  return (
    <FormModal<Values, void>
      title={t('save.title')}
      initialValues={{ name, description: '' }}
      onSubmit={async (values) => {
        const { id } = await call(reports.saveView, {
          body: { name: values.name, description: values.description ?? '', query },
        })
        onSaved(id)
      }}
      done={t('save.done')}
      onClose={onClose}
    >
      <NameField label={t('list.name')} needed={t('save.nameNeeded')} maxLength={60} autoFocus />
      <Form.Item name="description" label={t('save.description')}>
        <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
    </FormModal>
  )
}
