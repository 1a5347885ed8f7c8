import { Form, Radio } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { news } from '../../contract.ts'

interface Values {
  readonly when: 'now' | 'later'
  readonly at?: number | null
}

interface Props {
  readonly article: { readonly id: string; readonly title: string; readonly revision: number }
  readonly onClose: () => void
}

/** Asks whether an article is shown now or from a time on. */
export function PublishModal({ article, onClose }: Props) {
  const t = useText('news')
  const [form] = Form.useForm<Values>()
  const when = Form.useWatch('when', form)
  return (
    <FormModal<Values, unknown>
      form={form}
      title={t('publish.title')}
      okText={t(when === 'later' ? 'publish.schedule' : 'actions.publish')}
      hint={t('publish.text', { title: article.title })}
      initialValues={{ when: 'now' }}
      onSubmit={(values) =>
        call(news.publishNews, {
          params: { id: article.id },
          body: { revision: article.revision, at: values.when === 'later' ? (values.at ?? null) : null },
        })
      }
      done={t(when === 'later' ? 'publish.scheduled' : 'publish.done')}
      onClose={onClose}
    >
      <Form.Item name="when" label={t('publish.when')}>
        <Radio.Group
          options={[
            { value: 'now', label: t('publish.now') },
            { value: 'later', label: t('publish.later') },
          ]}
        />
      </Form.Item>
      {when === 'later' && (
        <Form.Item name="at" label={t('publish.at')} rules={[{ required: true, message: t('publish.atNeeded') }]}>
          <MomentField disabledDate={(day) => day.endOf('day').valueOf() < Date.now()} />
        </Form.Item>
      )}
    </FormModal>
  )
}
